import { expect, failedCall, test } from '../support/listing-service.ts'

test('a list says that the service lists events of other days', async ({ page, service }) => {
  service.list([failedCall(1)])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('alert')).toBeHidden()
  await page.goto('/failed-calls?from=2026-11-20&to=2026-11-20')
  await expect(page.getByRole('alert')).toContainText('of other days')
})
