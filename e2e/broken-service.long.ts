import { test } from './support/redial.ts'
import { expectTroublesExplained, TROUBLES } from './support/troubles.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

test('each damaged answer has its own explanation, and loads on the next try', ({
  page,
  otherService,
}) => expectTroublesExplained(page, otherService, TROUBLES))
