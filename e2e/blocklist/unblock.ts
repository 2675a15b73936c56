import type { Page } from '@playwright/test'

/** Unblocks one number by its row, and confirms it. */
export async function unblock(page: Page, number: string) {
  await page.getByRole('button', { name: `Unblock ${number}` }).click()
  await page
    .getByRole('dialog', { name: `Unblock ${number}?` })
    .getByRole('button', { name: 'Unblock', exact: true })
    .click()
}
