import type { Page } from '@playwright/test'
import { expect } from '../support/redial.ts'

/** Waits until the list shows these numbers and no others. */
export async function expectNumbers(page: Page, ...numbers: string[]) {
  await expect(page.getByRole('table').getByRole('button', { name: /^Unblock/ })).toHaveCount(
    numbers.length,
  )
  for (const number of numbers) {
    await expect(page.getByRole('button', { name: `Unblock ${number}` })).toBeVisible()
  }
}
