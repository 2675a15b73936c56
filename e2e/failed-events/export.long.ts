import { expectAccessible } from '../support/expect-accessible.ts'
import { failedCalls } from '../support/listing-service.ts'
import { expect, test } from '../support/redial-with-listing.ts'

test.use({ baseURL: ({ service }, use) => use(service.url) })
test.beforeEach(({ context, service }) => context.addCookies([service.session]))

test('an export is accessible before, during and after it was stopped', async ({
  page,
  service,
}) => {
  test.slow()
  const held = Promise.withResolvers<void>()
  // So many that they are not loaded for the counts of the state filter as well.
  service.list(failedCalls(550), { before: asked => (asked === 2 ? held.promise : undefined) })
  await page.goto('/failed-calls?from=2026-11-15&to=2026-11-21')
  await page.getByRole('button', { name: /^Export/ }).click()
  const menu = page.getByRole('dialog', { name: 'Export' })
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  await menu.getByLabel(/^All from/).check()
  await menu.getByRole('button', { name: 'Download' }).click()
  await expect(menu).toContainText('100 of 550 loaded')
  await expectAccessible(page)
  await menu.getByRole('button', { name: 'Cancel' }).click()
  await expect(menu).toContainText('Stopped.')
  await expectAccessible(page)
  held.resolve()
})
