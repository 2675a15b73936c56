import type { Page } from '@playwright/test'
import { expect, failedCall, test } from '../support/listing-service.ts'

/** Their count has a comma, which takes less room than a digit. */
const calls = Array.from({ length: 1_200 }, (_, index) => failedCall(1_200 - index))

function watchLists(page: Page): string[] {
  const lists: string[] = []
  page.on('request', request => {
    if (/events\/page\?.*&page=1&/.test(request.url())) lists.push(request.url())
  })
  return lists
}

const row = (page: Page) => page.getByRole('button', { name: 'Replay' }).first()

test('the document has the list, which is requested once', async ({ page, service }) => {
  service.list(calls)
  const lists = watchLists(page)
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21')
  await expect(row(page)).toBeVisible()
  expect(lists).toEqual([])
  expect(service.pagesAsked().filter(number => number === 1)).toHaveLength(1)
})

test('nothing moves when a list comes after its page', async ({ page, service }) => {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) shifts.push(Reflect.get(entry, 'value'))
    }
    const observer = new PerformanceObserver(list => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Reflect.set(window, 'shifts', () => {
      add(observer.takeRecords())
      return shifts
    })
  })
  const slow = Promise.withResolvers<void>()
  service.list(calls, { before: () => slow.promise })
  await page.goto('/failed-calls?from=2026-11-21&to=2026-11-21', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed calls')
  await expect(row(page)).toHaveCount(0)
  slow.resolve()
  await expect(row(page)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'shifts')())).toEqual([])
})
