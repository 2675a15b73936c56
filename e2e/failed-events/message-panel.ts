import { expect, type Locator, type Page } from '@playwright/test'

export const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
export const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Message' })

/** Two clicks. */
export async function copyMessage(page: Page, among: Page | Locator): Promise<void> {
  await among.getByRole('button', { name: 'Copy message' }).click()
  await panelOf(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(panelOf(page).getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
}
