import { test } from './support/redial.ts'
import { expectTroublesExplained, TROUBLES } from './support/troubles.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

test('each damaged answer is explained in words of its own, and loads when asked again', ({
  page,
  otherService,
}) => expectTroublesExplained(page, otherService, TROUBLES))
