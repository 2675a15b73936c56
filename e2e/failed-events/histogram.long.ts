// Long: each test loads a range of days and draws its chart.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, failedCall, failedCalls, test } from '../support/listing-service.ts'

test.beforeEach(async ({ service }) => {
  const days = ['19', '20', '20', '20', '21', '22', '22']
  service.list(
    days.map((day, index) => ({
      ...failedCall(days.length - index),
      failed_at: `2026-11-${day}T0${index}:30:00+02:00`,
    })),
  )
})

const chart = (page: Page) => page.getByRole('group', { name: /^Failed calls by day/ })
const bar = (page: Page, name: string | RegExp) => chart(page).getByRole('button', { name })

const hours = (page: Page) => page.getByRole('group', { name: /^Failed calls by hour/ })
const hour = (page: Page, name: RegExp) => hours(page).getByRole('button', { name })

async function openChart(page: Page): Promise<void> {
  await page.goto('/failed-calls?from=2026-11-18&to=2026-11-23')
  await page.getByRole('button', { name: 'Chart' }).click()
  await expect(bar(page, 'Fri 20 Nov: 3 failed calls')).toBeVisible()
}

test('the chart shows when events failed, and a drag chooses days', async ({ page }) => {
  await openChart(page)
  await expect(chart(page).getByRole('button')).toHaveCount(6)
  await expect(bar(page, 'Wed 18 Nov: 0 failed calls')).toBeVisible()
  await expectAccessible(page)

  await bar(page, /^Fri 20/).hover()
  await page.mouse.down()
  await bar(page, /^Sat 21/).hover()
  await bar(page, /^Sun 22/).hover()
  // The tooltip is about what the drag would choose.
  const all = page.getByText('From 20 to 22 November 2026: 6 failed calls', { exact: true })
  await expect(all).toBeVisible()
  // Next to the others, their bars stand out.
  await expect(bar(page, /^Thu 19/)).toHaveCSS('opacity', '0.35')
  await expect(bar(page, /^Sat 21/)).toHaveCSS('opacity', '1')
  await page.mouse.up()
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-22/)
  await expect(chart(page).getByRole('button')).toHaveCount(3)

  await bar(page, /^Sat 21/).click()
  await expect(page).toHaveURL(/from=2026-11-21&to=2026-11-21/)
  await expect(hours(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Chart' }).click()
  await expect(hours(page)).toHaveCount(0)
})

test('a bar of the chart of a day chooses its hour', async ({ page }) => {
  await page.goto('/failed-calls?from=2026-11-20&to=2026-11-20&chart=on')
  await hour(page, /^02:00: 1 failed call/).click()
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-20.*from_time=02%3A00&to_time=02%3A59/)
  await expect(page.getByLabel('From')).toHaveValue('20 Nov 2026, 02:00')
})

test('a scale, days and a tooltip say how many events failed when', async ({ page }) => {
  await openChart(page)
  const histogram = page.locator('[class*="histogram"]')
  await expect(histogram).toContainText('30')
  await expect(histogram).toContainText(
    'Wed 18 NovThu 19 NovFri 20 NovSat 21 NovSun 22 NovMon 23 Nov',
  )
  const tooltip = page.getByText('Fri 20 Nov: 3 failed calls', { exact: true })
  await expect(tooltip).toHaveCount(0)
  await bar(page, /^Fri 20/).hover()
  await expect(tooltip).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(tooltip).toHaveCount(0)

  await chart(page).getByRole('button').last().focus()
  const last = page.getByText('Mon 23 Nov: 0 failed calls', { exact: true })
  await expect(last).toBeVisible()
  const edge = await histogram.evaluate(({ clientWidth }) => clientWidth)
  expect(await histogram.evaluate(({ scrollWidth }) => scrollWidth)).toBe(edge)
  await page.keyboard.press('Escape')
  await expect(last).toHaveCount(0)
})

test('the keyboard chooses a day, or several with Shift', async ({ page }) => {
  await openChart(page)
  await chart(page).getByRole('button').last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bar(page, /^Sun 22/)).toBeFocused()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(bar(page, /^Fri 20/)).toBeFocused()
  await expect(page.getByText('From 20 to 22 November 2026: 6 failed calls')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-22/)
})

test('a tall window shows the chart, and a laptop doesn’t', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1200 })
  await page.goto('/failed-calls?from=2026-11-18&to=2026-11-23')
  await expect(chart(page)).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(chart(page)).toHaveCount(0)
})

/** Two failed calls of one day that no other test marks. */
function twoFailures(day: string, first: number) {
  return [first + 1, first].map(number => ({
    ...failedCall(number),
    failed_at: `${day}T09:30:00+02:00`,
  }))
}

async function markFirst(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Failed calls' }).getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Mark as handled' }).click()
}

test('hours and weeks count missing events, and follow changes', async ({ page, service }) => {
  service.list(twoFailures('2026-11-21', 9_001))
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&chart=on')
  await expect(hour(page, /^09:00: 2 failed calls$/)).toBeVisible()
  await markFirst(page)
  await expect(hour(page, /^09:00: 2 failed calls, 1 still missing$/)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/failed-calls?from=2026-09-01&to=2026-11-21&chart=on')
  await expect(bar(page, /2026: 2 failed calls, 1 still missing$/)).toBeVisible()
})

test('a day with many failures offers to load them for the chart', async ({ page, service }) => {
  service.list(failedCalls(501))
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&chart=on')
  await expect(
    page.getByText('To count by hour, Redial has to load all 501 failed calls.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Load 501 failed calls' }).click()
  await expect(hour(page, /^09:00: 501 failed calls/)).toBeVisible()
})

test('without a count or failures, there is no room for a chart', async ({ page, service }) => {
  service.list([])
  await page.setViewportSize({ width: 1440, height: 1200 })
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(page.getByText(/^No failed calls/).first()).toBeVisible()
  await expect(hours(page)).toHaveCount(0)

  service.list([], {
    before: (page, response) => {
      const results = page === 1 ? failedCalls(6).slice(0, 3) : failedCalls(3)
      const next = page === 1 ? '/v1/call_events_fail/?page=2' : null
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ next, previous: null, results }))
      return true
    },
  })
  await page.reload()
  const table = page.getByRole('table', { name: 'Failed calls' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Chart' }).click()
  const withoutChart = await table.boundingBox()
  await page.getByRole('button', { name: 'Chart' }).click()
  await expect(page.getByRole('button', { name: 'Load failed calls' })).toBeVisible()
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect.poll(async () => (await table.boundingBox())?.y).toBe(withoutChart?.y)

  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21&chart=on')
  await page.getByRole('button', { name: 'Load failed calls' }).click()
  await expect(hour(page, /^09:00: 6 failed calls/)).toBeVisible()
})
