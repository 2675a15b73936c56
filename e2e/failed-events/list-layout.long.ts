// Long: measures the list on a desk, a tablet and a phone.
import type { Locator, Page } from '@playwright/test'
import { boxOf } from '../support/box-of.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'
import { chooseCompact, events } from './range-view.ts'

test.beforeEach(async ({ page, service }) => {
  const company = 'Umhlanga Pre-Owned'
  const receiver = 'umhlanga-pre-owned-vehicles-of-kwazulu-natal/missed-calls'
  service.list([
    ...Array.from({ length: 57 }, (_, index) => failedCall(100 - index, { status: 404 })),
    failedCall(3, { company, receiver }),
    { ...failedCall(2, { company: 'Nkosi Trucks', receiver }), event: 'missed_call_saver' },
    failedCall(1, { company: 'Café Racer', status: 204 }),
  ])
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&size=100')
  await expect(events(page).getByRole('row')).toHaveCount(61)
})

async function isCut(text: Locator): Promise<boolean> {
  return text.evaluate(element => element.scrollWidth > element.clientWidth)
}

test('all rows are equally high, and compact rows tell events apart', async ({ page }) => {
  const heights = () =>
    events(page)
      .locator('tbody tr')
      .evaluateAll(rows => [...new Set(rows.map(row => row.getBoundingClientRect().height))])
  for (const width of [1440, 820]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await heights()).toHaveLength(1)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseCompact(page)
  expect(await heights()).toHaveLength(1)
  // Its chip has no room, so the company's title names the kind.
  const kind = events(page).getByRole('link', { name: /^Nkosi Trucks/ })
  await expect(kind).toHaveAttribute('title', /^Nkosi Trucks.*\nMissed Call Saver$/)
  expect(await isCut(kind)).toBe(false)
  const of = (text: string) => events(page).getByText(text, { exact: true }).first()
  expect(await isCut(of('Umhlanga Pre-Owned'))).toBe(false)
  expect(await isCut(of('Answered 404, address not found'))).toBe(false)
  // A long path is cut in its middle.
  const end = of('/missed-calls')
  expect(await isCut(end)).toBe(false)
  const column = await boxOf(events(page).getByRole('columnheader', { name: 'Receiver' }))
  expect((await boxOf(end)).right).toBeLessThanOrEqual(column.right)
  // The host is before it, also in a card.
  const row = events(page).getByRole('row').filter({ hasText: 'Umhlanga' }).first()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const host = row.getByText('hooks.example', { exact: true })
    // A row below moves once more while those above get their new height.
    await expect.poll(async () => (await boxOf(host)).y - (await boxOf(end)).y).toBe(0)
    expect((await boxOf(host)).width).toBeGreaterThan(30)
    expect(await isCut(end)).toBe(false)
  }
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

test('a laptop shows 15 rows, or 20 compact ones', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(15)
  await chooseCompact(page)
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(20)
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

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('four rows fit above the bar of pages', async ({ page }) => {
    const nav = page.getByRole('navigation', { name: 'Pages of Redial' })
    const fourth = await boxOf(events(page).getByRole('row').nth(4))
    expect(fourth.bottom).toBeLessThanOrEqual((await boxOf(nav)).y)
  })

  test('Replay of a selection is on one line above the navigation', async ({ page }) => {
    await events(page).getByRole('row').nth(1).getByRole('checkbox').tap()
    const bar = page.getByRole('region', { name: 'Selected events' })
    const replay = bar.getByRole('button', { name: 'Replay selected…' })
    await expect(replay).toBeVisible()
    await expectAccessible(page)
    const isHit = await replay.evaluate(button => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(isHit).toBe(true)
    expect((await boxOf(bar)).height).toBeLessThan(60)
    await bar.getByRole('button', { name: /^More actions/ }).tap()
    for (const name of ['Select all 60 of this range', 'Mark as handled', 'Clear']) {
      expect((await boxOf(page.getByRole('button', { name, exact: true }))).height).toBe(44)
    }
    await page.getByRole('button', { name: 'Clear', exact: true }).tap()
    await expect(bar).toBeHidden()
  })
})
