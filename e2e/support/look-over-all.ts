import { expect, type Page } from '@playwright/test'

export const pageBox = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all on this page' })
/** Without a caller or a call number, the name begins with “event”. */
export const rowBoxes = (page: Page) =>
  page.getByRole('checkbox', { name: /^Select (call|event) .*/ })
export const bar = (page: Page) => page.getByRole('region', { name: 'Selected events' })

export async function openDay(page: Page, day: string, pageSize = 20): Promise<void> {
  await page.goto(`/failed-calls?from=${day}&to=${day}&size=${pageSize}`)
  await expect(pageBox(page)).toBeVisible()
}

/** Opens the review of a run of everything that the day lists. */
export async function lookOverAll(page: Page, day: string): Promise<void> {
  await openDay(page, day)
  await pageBox(page).click()
  await expect(bar(page)).toBeVisible()
  const all = bar(page).getByRole('button', { name: /^Select all .* of this range$/ })
  if (await all.isVisible()) await all.click()
  await bar(page).getByRole('button', { name: 'Replay selected…' }).press('Enter')
  await page.waitForURL(/\/replays\/[\w-]+$/)
  // The button is gone, so the heading of the new page has the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}
