import { test } from '../support/redial.ts'
import { expectRefusalsShown, REFUSALS } from './refusals.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

test('a refusal of any shape is shown where it belongs, and nothing typed is lost', ({
  page,
  otherService,
}) => expectRefusalsShown(page, otherService, REFUSALS))
