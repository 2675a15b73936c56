import { expect, type Locator, type Page } from '@playwright/test'

const DAY = '2026-11-21'

/** Shows all failed calls of the day of `failedCall`, by group or one by one. */
export function openView(page: Page, view: 'groups' | 'all'): Promise<unknown> {
  return page.goto(`/failed-calls?from=${DAY}&to=${DAY}&view=${view}`)
}

export const status = (page: Page) => page.getByRole('region', { name: 'How much is loaded' })
export const groups = (page: Page) => page.getByRole('table', { name: 'Groups of failures' })
export const events = (page: Page) => page.getByRole('table', { name: 'Failed calls' })

export const rowOf = (page: Page, company: string) =>
  events(page).getByRole('row').filter({ hasText: company })

/** How many events match, on all pages. */
export async function listed(table: Locator): Promise<number> {
  const summary = await table.page().locator('[data-foot] p[aria-live]').innerText()
  return Number(/^[\d,]+/.exec(summary)?.[0].replaceAll(',', ''))
}

export async function chooseCompact(page: Page) {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await page.keyboard.press('Escape')
  await expect(events(page)).toHaveAttribute('data-density', 'compact')
}
