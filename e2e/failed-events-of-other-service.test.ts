import { expect, test } from './redial.ts'

test.use({
  baseURL: async ({ otherService }, use) => use(otherService.url),
})
test.beforeEach(({ context, otherService }) => context.addCookies([otherService.session]))

test('a flat list of more than a hundred events still tells what came of each replay', async ({
  page,
  otherService,
}) => {
  const events = Array.from({ length: 130 }, (_, index) => ({
    id: index + 1,
    request_json: { call_id: index + 1, company: { name: `Company ${index + 1}.` } },
  }))
  otherService.answers({ 'GET /v1/call_events_fail/': [200, events] })
  await page.goto('/failed-calls')
  await expect(page.getByText('130 failed calls, page 1 of 1')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Company 130.' })
  await row.getByRole('button', { name: 'Replay' }).click()
  await expect(row).toContainText('names neither a receiver')
  await page.reload()
  await expect(row).toContainText('names neither a receiver')
})
