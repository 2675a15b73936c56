// Long: measures the list on a desk, a tablet and a phone.
import type { Locator, Page } from '@playwright/test'
import { failedCall } from '../support/listing-service.ts'
import { expect, test } from '../support/redial-with-listing.ts'
import { events } from './range-view.ts'

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

async function box(element: Locator) {
  const found = await element.boundingBox()
  if (found === null) throw new Error(`${element} is hidden`)
  const { x, y, width, height } = found
  return { x, y, width, height, right: x + width, bottom: y + height }
}

const pager = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages', exact: true }).locator('..')
/** Two buttons below each other, or a button and its padding, are higher. */
const ONE_LINE = 48

async function isCut(text: Locator): Promise<boolean> {
  return text.evaluate(element => element.scrollWidth > element.clientWidth)
}

async function chooseCompact(page: Page) {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await page.keyboard.press('Escape')
  await expect(events(page)).toHaveAttribute('data-density', 'compact')
}

test('all rows are equally high, and compact ones show what tells events apart', async ({
  page,
}) => {
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
  await expect(kind).toHaveAttribute('title', 'Missed Call Saver')
  expect(await isCut(kind)).toBe(false)
  const of = (text: string) => events(page).getByText(text, { exact: true }).first()
  expect(await isCut(of('Umhlanga Pre-Owned'))).toBe(false)
  expect(await isCut(of('Answered 404, address not found'))).toBe(false)
  // A long path is cut in its middle.
  const end = of('/missed-calls')
  expect(await isCut(end)).toBe(false)
  const column = await box(events(page).getByRole('columnheader', { name: 'Receiver' }))
  expect((await box(end)).right).toBeLessThanOrEqual(column.right)
  // The host is before it, also in a card.
  const row = events(page).getByRole('row').filter({ hasText: 'Umhlanga' }).first()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const host = await box(row.getByText('hooks.example', { exact: true }))
    expect(host.y).toBe((await box(end)).y)
    expect(host.width).toBeGreaterThan(30)
    expect(await isCut(end)).toBe(false)
  }
})

test('a replayed event has its chip above a short line, and keeps it offline', async ({
  page,
  context,
}) => {
  const row = events(page).getByRole('row').nth(1)
  const replay = row.getByRole('button', { name: /^Replay/ })
  const chip = row.getByText('Still missing', { exact: true })
  await expect(chip).toBeVisible()
  await context.setOffline(true)
  await replay.click()
  const brief = row.getByText('No connection', { exact: true })
  await expect(brief).toBeVisible()
  await expect(brief).toHaveAttribute('title', /^Not started\. No connection/)
  await expect(chip).toBeVisible()
  expect((await box(brief)).y).toBeGreaterThanOrEqual((await box(chip)).bottom - 2)
  expect(await isCut(brief)).toBe(false)
  await context.setOffline(false)
})

test('at 820 pixels the filters share one line, and so does the pager', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 900 })
  const tops = new Set<number>()
  for (const name of ['Cause', 'Receiver', 'Company', 'Kind', 'HTTP status']) {
    tops.add((await box(page.getByRole('search').getByRole('button', { name }))).y)
  }
  expect(tops.size).toBe(1)
  expect((await box(pager(page))).height).toBeLessThan(ONE_LINE)
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } })

  test('choices, fields and buttons of a line are equally high', async ({ page }) => {
    const group = (name: string) => page.getByRole('group', { name, exact: true })
    const search = page.getByRole('searchbox', { name: 'Search' })
    const lines: [Locator, Locator][] = [
      [group('Days'), page.getByRole('textbox', { name: 'From' })],
      [group('State'), search],
      [group('View'), page.getByRole('button', { name: 'Columns' })],
    ]
    for (const [choices, other] of lines) {
      const [one, two] = [await box(choices), await box(other)]
      expect([one.y, one.height]).toEqual([two.y, two.height])
    }
  })

  test('groups have the message beside Replay, and both times on two lines', async ({ page }) => {
    await page.getByRole('button', { name: 'Grouped' }).tap()
    const row = page.getByRole('table', { name: 'Groups of failures' }).getByRole('row').nth(1)
    const replay = row.getByRole('button', { name: /^Replay/ })
    const message = row.getByRole('button', { name: 'Copy message' })
    await expect(replay).toBeVisible()
    await expect(message).toBeVisible()
    // The filters above it may still move the table.
    await expect.poll(async () => (await box(message)).y - (await box(replay)).y).toBe(0)
    expect((await box(row)).height).toBeLessThan(125)
    const status = page.getByRole('region', { name: 'How much is loaded' })
    const refresh = await box(status.getByRole('button', { name: 'Refresh' }))
    expect(refresh.y - (await box(status)).y).toBeGreaterThanOrEqual(5)
    expect((await box(status)).bottom - refresh.bottom).toBeGreaterThanOrEqual(5)
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('four rows fit above the bar of pages', async ({ page }) => {
    const nav = page.getByRole('navigation', { name: 'Pages of Redial' })
    const fourth = await box(events(page).getByRole('row').nth(4))
    expect(fourth.bottom).toBeLessThanOrEqual((await box(nav)).y)
  })

  test('a card leaves room for its checkbox', async ({ page, service }) => {
    service.list([failedCall(1, { company: 'A company with a long name '.repeat(5).trim() })])
    await page.reload()
    await expect(events(page).getByRole('row')).toHaveCount(2)
    const row = events(page).getByRole('row').nth(1)
    const checkbox = await box(row.getByRole('checkbox'))
    expect(checkbox.width).toBe(44)
    expect((await box(row.getByText('Still missing'))).right).toBeLessThan(checkbox.x)
    expect((await box(row.locator('time'))).right).toBeLessThan(checkbox.x)
    expect((await box(row.getByRole('link').first())).right).toBeLessThanOrEqual(checkbox.x)
  })

  test('Replay of a selection is on one line above the navigation', async ({ page }) => {
    await events(page).getByRole('row').nth(1).getByRole('checkbox').tap()
    const bar = page.getByRole('region', { name: 'Selected events' })
    const replay = bar.getByRole('button', { name: 'Replay selected…' })
    await expect(replay).toBeVisible()
    const isHit = await replay.evaluate(button => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(isHit).toBe(true)
    expect((await box(bar)).height).toBeLessThan(60)
    await bar.getByRole('button', { name: /^More actions/ }).tap()
    for (const name of ['Select all 60 of this range', 'Mark as handled', 'Clear']) {
      expect((await box(page.getByRole('button', { name, exact: true }))).height).toBe(44)
    }
    await page.getByRole('button', { name: 'Clear', exact: true }).tap()
    await expect(bar).toBeHidden()
  })

  test('a failed replay has its note beside its chip, and the time below', async ({
    page,
    context,
  }) => {
    const row = events(page).getByRole('row').nth(1)
    await context.setOffline(true)
    await row.getByRole('button', { name: /^Replay/ }).tap()
    const note = row.getByText('No connection', { exact: true })
    await expect(note).toBeVisible()
    expect(await isCut(note)).toBe(false)
    expect((await box(row.locator('time'))).y).toBeGreaterThan((await box(note)).y + 10)
    await context.setOffline(false)
  })

  test('Columns is beside the title of Replays, and its density is visible', async ({ page }) => {
    await page.goto('/replays')
    const columns = page.getByRole('button', { name: 'Columns' })
    await columns.tap()
    await expect(page.getByRole('radio', { name: 'Compact' })).toBeInViewport({ ratio: 1 })
    const title = page.getByRole('heading', { level: 1 })
    expect((await box(columns)).y).toBe((await box(title)).y)
  })

  test('the header of the details takes a fifth of the screen', async ({ page }) => {
    await events(page).getByRole('link').first().tap()
    const details = page.getByRole('dialog')
    await expect(details.getByText('Still missing')).toBeVisible()
    const happened = details.getByRole('heading', { name: 'What happened' })
    // The explanation has a padding, below the header.
    expect((await box(happened)).y).toBeLessThan(170 + 36)
    for (const name of ['Replay', 'Mark as handled', 'Copy message', 'Copy link', 'Close']) {
      await expect(details.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    }
  })
})
