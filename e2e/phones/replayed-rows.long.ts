// Long: replays events and measures their rows at two widths.
import type { Locator } from '@playwright/test'
import { events } from '../failed-events/range-view.ts'
import { failedCall } from '../support/listing-service.ts'
import { expect, test } from '../support/redial-with-listing.ts'

test.use({ hasTouch: true, isMobile: true })

const COMPANY = 'Acme Cars Sandton'

test.beforeEach(async ({ page, service }) => {
  service.list([
    failedCall(3, { company: COMPANY }),
    { ...failedCall(2, { company: COMPANY }), event: 'missed_call_saver' },
    failedCall(1, { company: 'Nkosi Trucks' }),
  ])
  await page.setViewportSize({ width: 360, height: 844 })
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(events(page).getByRole('row')).toHaveCount(4)
})

/** By how many pixels an element is wider than its room. */
function excessOf(text: Locator): Promise<number> {
  return text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
}

const heightOf = async (row: Locator) => (await row.boundingBox())?.height

test('a replayed row of a phone keeps its height, its company and its kind', async ({
  page,
  context,
}) => {
  const rows = events(page).getByRole('row')
  await context.setOffline(true)
  for (const row of [rows.nth(1), rows.nth(2)]) {
    const before = await heightOf(row)
    await row.getByRole('button', { name: /^Replay/ }).tap()
    await expect(row.getByText('No connection', { exact: true })).toBeVisible()
    expect(await heightOf(row)).toBe(before)
    const company = row.getByRole('cell').filter({ has: page.getByRole('link') })
    expect(await excessOf(company)).toBe(0)
    const time = await row.locator('time').boundingBox()
    const link = await row.getByRole('link').boundingBox()
    expect(Math.abs((time?.y ?? Infinity) - (link?.y ?? 0))).toBeLessThanOrEqual(1)
  }
  await context.setOffline(false)
  const kind = rows.nth(2).getByText('Missed Call Saver', { exact: true })
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await excessOf(kind)).toBe(0)
    const [label, checkbox] = [
      await kind.boundingBox(),
      await rows.nth(2).getByRole('checkbox').boundingBox(),
    ]
    // Below it, not behind it.
    expect(label?.y).toBeGreaterThanOrEqual((checkbox?.y ?? Infinity) + (checkbox?.height ?? 0))
  }
})

test('in a wide window, a kind below the name of a company leaves room for it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const rows = events(page).getByRole('row')
  const link = rows.nth(2).getByRole('link')
  await expect(rows.nth(2).getByText('Missed Call Saver', { exact: true })).toBeVisible()
  expect(await link.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
    0,
  )
  expect(await heightOf(rows.nth(2))).toBe(await heightOf(rows.nth(3)))
})
