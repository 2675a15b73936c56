import { test } from '../support/redial.ts'
import { expectRefusalsShown, REFUSALS } from './refusals.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

test('a refusal in any format is shown at its field, and the input is kept', ({
  page,
  otherService,
}) => expectRefusalsShown(page, otherService, REFUSALS))
