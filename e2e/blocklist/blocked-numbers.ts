import type { Page } from '@playwright/test'
import { formatPhoneNumber } from '../../contract/text/phone-number.ts'
import { expect } from '../support/redial.ts'

/** Unblocks one number by its row, and confirms it. */
export async function unblock(page: Page, number: string) {
  await page.getByRole('button', { name: `Unblock ${number}` }).click()
  await page
    .getByRole('dialog', { name: `Unblock ${formatPhoneNumber(number)}?` })
    .getByRole('button', { name: 'Unblock', exact: true })
    .click()
}

/** Waits until the list shows these numbers and no others. */
export async function expectNumbers(page: Page, ...numbers: string[]) {
  await expect(page.getByRole('table').getByRole('button', { name: /^Unblock/ })).toHaveCount(
    numbers.length,
  )
  for (const number of numbers) {
    await expect(page.getByRole('button', { name: `Unblock ${number}` })).toBeVisible()
  }
}
