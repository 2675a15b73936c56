// Long: opens the list, the groups and the blocklist of one account.
import { expect, failedCall, test } from '../support/listing-service.ts'

test('callers with a withheld or short number are shown as such', async ({ page, service }) => {
  service.list([
    failedCall(4, { company: 'Withheld', caller: 'anonymous' }),
    failedCall(3, { company: 'Short', caller: '2010' }),
    failedCall(2, { company: 'Empty', caller: '' }),
    failedCall(1, { company: 'Whole', caller: '27821230001' }),
  ])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-22')
  const row = (company: string) => page.getByRole('row').filter({ hasText: company })
  await expect(row('Withheld')).toContainText('anonymous→ +27 10 555 0142')
  await expect(row('Short')).toContainText('2010→ +27 10 555 0142')
  await expect(row('Empty')).toContainText('+27 10 555 0142call 7002')
  await expect(row('Empty')).not.toContainText('→')
  await expect(row('Whole')).toContainText('+27 82 123 0001→ +27 10 555 0142')

  // Only what a blocklist takes can be blocked.
  await row('Withheld').getByRole('link').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('Calleranonymous')
  await expect(drawer.getByRole('link', { name: 'Block this caller' })).toHaveCount(0)
})
