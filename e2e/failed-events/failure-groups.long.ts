import { expectAccessible } from '../support/expect-accessible.ts'
import { failedCall, failedCalls } from '../support/listing-service.ts'
import { expect, test } from '../support/redial-with-listing.ts'
import { openView, status } from './range-view.ts'

test.use({ baseURL: ({ service }, use) => use(service.url) })
test.beforeEach(({ context, service }) => context.addCookies([service.session]))

for (const width of [1440, 390]) {
  test(`groups and all events have no accessibility findings, light and dark, ${width} wide`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    service.list([...failedCalls(60), failedCall(99, { status: 404, receiver: 'bela' })])
    for (const view of ['groups', 'all'] as const) {
      await openView(page, view)
      await expect(status(page)).toContainText('61 of 61')
      await expectAccessible(page)
    }
  })
}
