// Long: each test draws the list at several sizes.
import type { Page } from '@playwright/test'
import { expect, failedCalls, test } from '../support/listing-service.ts'
import { chooseCompact, events } from './range-view.ts'

test.beforeEach(async ({ page, service }) => {
  service.list(failedCalls(60))
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&size=50')
  await expect(events(page).getByRole('row')).toHaveCount(51)
})

/** The rows that neither the window's edge nor the pager cuts off. */
function wholeRows(page: Page): Promise<number> {
  return events(page).evaluate(table => {
    const pager = document.querySelector('nav[aria-label="Pages"]')?.parentElement
    const end = pager?.getBoundingClientRect().top ?? window.innerHeight
    return [...table.querySelectorAll('tbody tr')].filter(
      // A rounding error of half a pixel hides nothing.
      row => row.getBoundingClientRect().bottom <= end + 1.5,
    ).length
  })
}

test('a laptop shows 15 rows, or 20 compact ones, and a phone shows rows without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(15)
  await chooseCompact(page)
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(20)

  await page.setViewportSize({ width: 390, height: 844 })
  const first = events(page).getByRole('row').nth(1)
  expect((await first.boundingBox())?.y).toBeLessThan(260)
})

test('a printed list has no controls, and details are printed alone', async ({ page }) => {
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true })
  const rows = events(page).getByRole('row')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(pages).toBeVisible()
  const count = await rows.count()
  await page.emulateMedia({ media: 'print' })
  for (const control of [
    page.getByRole('banner'),
    page.getByRole('searchbox'),
    page.getByRole('button', { name: 'Replay', exact: true }),
    pages,
  ]) {
    await expect(control).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await rows.count()).toBe(count)

  for (const width of [1440, 820]) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width, height: 900 })
    await rows.nth(1).getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toContainText('What happened')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    await expect(page.getByRole('table')).toHaveCount(0)
    const details = page.getByRole('dialog')
    // All of it, not what fits into a window.
    expect(
      await details.evaluate(element => element.scrollHeight - element.clientHeight),
    ).toBeLessThanOrEqual(1)
    expect((await details.boundingBox())?.x).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
  }
})
