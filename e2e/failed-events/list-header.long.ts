// Long: measures the header of the list at many widths.
import type { Locator, Page } from '@playwright/test'
import { boxOf } from '../support/box-of.ts'
import { expect, failedCall, test } from '../support/listing-service.ts'
import { events } from './range-view.ts'

const DAY = 'from=2026-11-21&to=2026-11-21'
const RECEIVER = 'hooks.example/umhlanga-pre-owned-vehicles/calls'
const FILTERED = `${DAY}&receiver=${RECEIVER}&state=all`
const FILTERS = ['Cause', 'Receiver', 'Company', 'Kind', 'HTTP status']

test.beforeEach(async ({ service }) => {
  service.list(
    Array.from({ length: 60 }, (_, index) =>
      failedCall(100 - index, {
        company: 'Umhlanga Pre-Owned',
        receiver: index % 2 ? 'acme' : 'umhlanga-pre-owned-vehicles/calls',
      }),
    ),
  )
})

async function open(page: Page, search: string, width: number, height: number) {
  await page.setViewportSize({ width, height })
  await page.goto(`/failed-calls?${search}`)
  await expect(events(page).getByRole('row').nth(5)).toBeVisible()
  // The counts come last, and they are part of the line.
  await expect(page.getByRole('group', { name: 'State' }).getByText('Delivered 0')).toBeVisible()
}

/** Two buttons below each other are higher. */
const ONE_LINE = 48

async function top(element: Locator): Promise<number> {
  return Math.round((await boxOf(element)).y)
}

const filter = (page: Page, name: string) =>
  page.getByRole('search', { name: 'Filters' }).getByRole('button', { name, exact: true })

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const) {
  test(`at ${width} pixels, rows stay in place when an event opens or closes`, async ({ page }) => {
    for (const [search, scrolled] of [
      [DAY, 0],
      [DAY, 150],
      [FILTERED, 0],
    ] as const) {
      await open(page, search, width, height)
      await page.evaluate(y => window.scrollTo(0, y), scrolled)
      const row = events(page).getByRole('row').nth(7)
      const before = await top(row)
      await row.getByRole('link').click()
      const details = page.getByRole('dialog')
      await expect(details.getByRole('heading', { name: 'What happened' })).toBeVisible()
      expect(await top(row)).toBe(before)
      await page.keyboard.press('Escape')
      await expect(details).toBeHidden()
      expect(await top(row)).toBe(before)
    }
  })
}

test('a link to an event, and J, show its row above the foot', async ({ page }) => {
  await open(page, `${DAY}&size=100`, 1280, 800)
  const rows = events(page).getByRole('row')
  const bottomOf = async (row: Locator) => Math.round((await boxOf(row)).bottom)
  await rows.nth(15).getByRole('link').click()
  await expect(page).toHaveURL(/event=/)
  await page.reload()
  await expect(page.getByRole('dialog')).toBeVisible()
  const foot = page.getByRole('navigation', { name: 'Pages', exact: true }).locator('..')
  expect((await boxOf(foot)).height).toBeLessThan(ONE_LINE)
  await expect.poll(async () => (await bottomOf(rows.nth(15))) <= (await top(foot))).toBe(true)

  await rows.nth(15).getByRole('checkbox').check()
  const selected = page.getByRole('region', { name: 'Selected events' })
  await expect(selected).toBeVisible()
  for (const nth of [16, 17]) {
    await page.keyboard.press('j')
    await expect
      .poll(async () => (await bottomOf(rows.nth(nth))) <= (await top(selected)))
      .toBe(true)
  }
})

test('next to the details, filters are folded with their number', async ({ page }) => {
  await open(page, FILTERED, 1280, 800)
  await events(page).getByRole('link').first().click()
  const fold = page.getByRole('button', { name: 'Filters 1', exact: true })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(filter(page, 'Cause')).toBeHidden()
  expect(await top(fold)).toBe(await top(page.getByRole('searchbox', { name: 'Search' })))
  await fold.click()
  await expect(filter(page, 'Cause')).toBeVisible()
})

test('list header and filters fit in three lines at 1280 px and wider', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
    [1280, 800],
  ] as const) {
    await open(page, DAY, width, height)
    const title = await top(page.getByRole('heading', { level: 1 }))
    expect((await top(events(page))) - title).toBeLessThan(120)
    for (const name of ['Saved views', 'Export']) {
      expect(await top(page.getByRole('button', { name, exact: true }))).toBe(title)
    }
  }
  await expect(page.getByRole('button', { name: 'Export' })).toHaveAttribute('title', 'Export')
  // Next to Clear, the placeholder still has room.
  await open(page, `${DAY}&state=missing`, 1440, 900)
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible()
  const room = await page.getByPlaceholder('Number, company').evaluate(field => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    const text = document.createElement('canvas').getContext('2d')
    if (text === null) throw new Error('The text can’t be measured')
    text.font = font
    const { width } = text.measureText(field.getAttribute('placeholder') ?? '')
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
    return field.clientWidth - padding - width
  })
  expect(room).toBeGreaterThanOrEqual(0)
})

test('chosen filters hide no others, and the end of a receiver is visible', async ({ page }) => {
  await open(page, `${FILTERED}&company=Umhlanga Pre-Owned`, 1440, 900)
  const { width } = page.viewportSize() ?? { width: 0 }
  for (const name of FILTERS) {
    const button = page.getByRole('search').getByRole('button', { name: new RegExp(`^${name}`) })
    await expect(button).toBeInViewport({ ratio: 1 })
    expect((await boxOf(button)).right).toBeLessThan(width)
  }
  const pill = filter(page, `Receiver: ${RECEIVER}`)
  const end = await boxOf(pill.getByText('/calls', { exact: true }))
  expect(end.right).toBeLessThanOrEqual((await boxOf(pill)).right)
  const search = await boxOf(page.getByRole('searchbox', { name: 'Search' }))
  expect(search.width).toBeGreaterThanOrEqual(200)
})

test('a low window has no bar over its rows', async ({ page }) => {
  await open(page, DAY, 720, 450)
  await events(page).getByRole('row').nth(1).getByRole('checkbox').click()
  const bar = page.getByRole('region', { name: 'Selected events' })
  await expect(bar).toBeVisible()
  await expect(bar).not.toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).not.toBeInViewport()
})

test('a list of one day stays one day when From changes, until To changes', async ({ page }) => {
  await open(page, DAY, 1440, 900)
  const from = page.getByRole('textbox', { name: 'From' })
  const to = page.getByRole('textbox', { name: 'To' })
  await from.fill('17 Nov 2026')
  await from.press('Enter')
  await expect(to).toHaveValue('17 Nov 2026')
  await expect(page).toHaveURL(/from=2026-11-17&to=2026-11-17/)
  await to.fill('19 Nov 2026')
  await to.press('Enter')
  await expect(page).toHaveURL(/from=2026-11-17&to=2026-11-19/)
  await from.fill('16 Nov 2026')
  await from.press('Enter')
  await expect(page).toHaveURL(/from=2026-11-16&to=2026-11-19/)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('filters in use are folded into one line with their number', async ({ page }) => {
    await open(page, `${FILTERED}&company=Umhlanga Pre-Owned`, 390, 844)
    const toggle = page.getByRole('button', { name: 'Search and filters, 2 in use' })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(filter(page, `Receiver: ${RECEIVER}`)).toBeVisible()
    await expect(filter(page, 'Cause')).toBeHidden()
    expect(await top(events(page).getByRole('row').nth(1))).toBeLessThan(380)
    await toggle.tap()
    await expect(filter(page, 'Cause')).toBeVisible()
    const search = await page.getByRole('searchbox', { name: 'Search' }).boundingBox()
    expect(search?.width).toBeGreaterThan(340)
  })
})
