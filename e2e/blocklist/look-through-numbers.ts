import type { Page } from '@playwright/test'
import { fillBlocklist } from '../../server/testing/fill-blocklist.ts'
import { formatPhoneNumber } from '../../src/format/phone-number.ts'
import { expect, type Redial } from '../support/redial.ts'
import { expectNumbers } from './blocked-numbers.ts'
import { signedInPartner } from './blocklist-account.ts'

/** Scrolls, filters and unblocks numbers of a company that blocks `count` of them, a power of ten. */
export async function lookThroughNumbers(page: Page, redial: Redial, count: number) {
  const places = String(count).length - 1
  const zeros = '0'.repeat(7 - places)
  const lastNumber = String(27_820_000_000 + count - 1)
  const other = String(27_820_000_000 + count - 2)
  const account = await signedInPartner(page, redial, { companies: ['Many Cars'] })
  await fillBlocklist(redial.app.database, {
    partnerId: account.id,
    company: 'Many Cars',
    count: count,
  })
  await page.goto('/blocklist')
  const table = page.getByRole('table', { name: 'Numbers blocked for Many Cars' })
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1), { timeout: 30_000 })
  await expect(page.getByText(`${shown(count)} numbers blocked for this company`)).toBeVisible()
  const first = table.getByRole('row').filter({ hasText: '+27 82 000 0000' })
  await expect(first).toHaveText(/\+27 82 000 0000.*South Africa/)
  expect(await table.locator('*').count()).toBeLessThan(1500)

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 5))
  const fifth = page.getByRole('button', {
    name: new RegExp(`^Unblock 2782${zeros}(19|20)\\d{${places - 2}}`),
  })
  await expect(fifth.nth(14)).toBeInViewport()
  await page.evaluate(() => window.scrollTo(0, 0))

  await first.getByRole('button').focus()
  await page.keyboard.press('End')
  const last = page.getByRole('button', { name: `Unblock ${lastNumber}` })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await expect(table.getByRole('row').filter({ has: last })).toHaveAttribute(
    'aria-rowindex',
    String(count + 1),
  )
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: `Unblock ${other}` })).toBeFocused()
  expect(await table.locator('*').count()).toBeLessThan(1500)

  const filter = page.getByRole('searchbox', { name: 'Find a number, company, partner or group' })
  await filter.pressSequentially(`082 ${zeros}123`)
  const found = `${10 ** (places - 3)} of ${shown(count)} numbers`
  await expect(page.getByRole('status').filter({ hasText: found })).toBeVisible()
  await expect(table.getByRole('row').nth(1)).toBeInViewport()
  await filter.fill(`${other.slice(-5, -3)} ${other.slice(-3)}`)
  await expectNumbers(page, other)
  await expect(page).toHaveURL(new RegExp(`q=${other.slice(-5, -3)}\\+${other.slice(-3)}`))
  await filter.fill('999 999')
  await expect(page.getByRole('heading', { name: 'No company found' })).toBeVisible()

  await filter.fill(`0${other.slice(2)}`)
  await page.getByRole('button', { name: `Unblock ${other}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click()
  await expect(page.getByText(`${formatPhoneNumber(other)} unblocked for Many Cars.`)).toBeVisible()
  await expect(page.getByText(`None of the ${shown(count - 1)} numbers blocked`)).toBeVisible()
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
