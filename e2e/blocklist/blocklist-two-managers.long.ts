// Long: the page looks at the list again after half a minute.
import type { Page } from '@playwright/test'
import { formatPhoneNumber } from '../../contract/text/phone-number.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test } from '../support/redial.ts'
import { signedInPartner } from './blocklist-account.ts'

const OWNS = { companies: ['Berg Auto', 'Quiet Cars'] }
const CHANGED = /The list changed: /

test('somebody else’s change shows after a moment, with a notice', async ({ page, redial }) => {
  await page.clock.install()
  const account = await signedInPartner(page, redial, OWNS)
  await account.block('company', 'Berg Auto', ['27821230001', '27821230002'])
  await page.goto('/blocklist')
  await expect(row(page, '27821230001')).toBeVisible()

  await account.block('company', 'Berg Auto', ['27821230003'])
  await account.unblock('company', 'Berg Auto', ['27821230001'])
  await account.block('company', 'Quiet Cars', ['27821230004', '27821230005'])
  await page.clock.fastForward('00:31')
  await expect(row(page, '27821230003')).toBeVisible()
  await expect(row(page, '27821230001')).toHaveCount(0)
  const notice = page.getByRole('status').filter({ hasText: CHANGED })
  await expect(notice).toContainText(
    '+27 82 123 0003 was blocked and +27 82 123 0001 was unblocked for Berg Auto',
  )
  await expect(notice).toContainText('2 numbers were blocked for Quiet Cars')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the list of changes' }).click()
  await expect(page.getByText(CHANGED)).toHaveCount(0)
})

function row(page: Page, number: string) {
  return page.getByRole('row').filter({ hasText: formatPhoneNumber(number) })
}
