import type { Page } from '@playwright/test'
import { visitAgo } from '../overview-page.ts'
import { expect, onDemo as test } from '../support/redial.ts'
import { startSlowLine } from '../support/slow-line.ts'
import { watchShifts } from '../support/watch-shifts.ts'
import { watchOutline } from './watch-outline.ts'

/** Not the browser's cache: a page is opened as if it had never been seen before. */
test.use({ reuseContext: false })

type Part = { name: string; text: string; place: number[]; within: number[][] }

/** The parts that the gateway has drawn, and then those of the page, with their texts and places. */
function watchParts(page: Page) {
  return watchOutline(page, '[data-part-of-first][data-known]', (root): Part[] => {
    const placeOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y, width, height].map(Math.round)
    }
    return [...document.querySelectorAll<HTMLElement>(`${root} [data-part-of-first]`)].map(
      part => ({
        name: part.dataset.partOfFirst ?? '',
        text: part.innerText,
        place: placeOf(part),
        // The bars of a chart and its days.
        within: [...part.querySelectorAll('span, meter')].map(placeOf),
      }),
    )
  })
}

for (const [name, viewport] of [
  ['a laptop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test('the first counts of Overview are the page’s own, and come before the rest of the code', async ({
      page,
      redial,
    }) => {
      const parts = await watchParts(page)
      const shifted = await watchShifts(page)
      const line = await startSlowLine(redial.url, { files: /\/assets\/base-.*\.js/ })
      try {
        await page.goto(line.url, { waitUntil: 'commit' })
        await expect(page.locator('#outline meter').first()).toBeVisible()
        await expect(page.locator('#outline').getByText(/^Days in /)).toBeVisible()
        line.open()
        await expect(page.locator('#outline')).toHaveCount(0)
        const first = await parts.ofOutline()
        expect(first).toHaveLength(9)
        expect(first).toEqual(await parts.ofPage())
        expect(await shifted()).toBe(0)
      } finally {
        await line.close()
      }
    })
  })
}

test('people who return see what is new in its place from the beginning', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  await visitAgo(page, 60)
  const parts = await watchParts(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Since your last visit' })).toBeVisible()
  await expect(page.locator('#outline')).toHaveCount(0)
  // Only the page knows when the last visit was.
  const known = (all: Part[]) => all.filter(({ name }) => name !== 'visit-about')
  const first = known(await parts.ofOutline())
  expect(first.map(({ text }) => text)).toContain('Since your last visit')
  expect(first).toEqual(known(await parts.ofPage()))
})

test.describe('in a high window', () => {
  test.use({ viewport: { width: 1440, height: 1400 } })

  test('no card moves another one when its data is there', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: unknown[] = []
      Reflect.set(window, 'shifts', shifts)
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/')
    await expect(page.getByText('No replay is running.')).toBeVisible()
    await expect(page.getByText('of 1 group')).toBeVisible()
    await expect(page.getByText('Failing', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    // The entries of a frame are reported after it.
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
  })
})

test('the page uses the counts of its document and asks for none', async ({ page }) => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.locator('#outline')).toHaveCount(0)
  await expect(page.getByText(/^Days in /)).toBeVisible()
  await expect(page.getByText('All receivers')).toBeVisible()
  expect(asked).not.toContain('/gateway/day-counts')
  // What has recovered may be asked for again once the page is there.
  expect(await page.evaluate(() => globalThis.firstAnswers?.size)).toBe(0)
})

test('the table of Overview is not drawn as a chart first', async ({ page }) => {
  const parts = await watchParts(page)
  await page.goto('/?days=table')
  await expect(page.getByRole('table', { name: 'Failures by day' })).toBeVisible()
  expect(await parts.ofOutline()).toEqual([])
})
