import type { Page } from '@playwright/test'
import { openSession } from '../support/open-session.ts'
import { expect, onDemo as test } from '../support/redial.ts'
import { startSlowLine } from '../support/slow-line.ts'
import { watchShifts } from '../support/watch-shifts.ts'
import { watchOutline } from './watch-outline.ts'

/** Not the browser's cache: a page is opened as if it had never been seen before. */
test.use({ reuseContext: false })

/** Every request of the page that went over the network, by its address. */
async function countRequests(page: Page): Promise<string[]> {
  const asked: string[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!fromCache.has(requestId)) asked.push(request.url)
  })
  const fromCache = new Set<string>()
  session.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId))
  return asked
}

test('the first page takes at most 20 requests until its rows are there, and repeats none', async ({
  page,
}) => {
  const asked = await countRequests(page)
  await page.goto('/failed-calls')
  await expect(
    page.getByRole('table').getByRole('button', { name: 'Replay' }).first(),
  ).toBeVisible()
  // The browser decides when it needs the icon.
  const own = asked
    .map(url => url.replace(/^https?:\/\/[^/]+/, ''))
    .filter(path => path !== '/icon.svg')
  // The document has brought it.
  expect(own.filter(path => /events\/page\?.*&page=1&/.test(path))).toEqual([])
  expect(own.filter(path => path === '/gateway/session')).toEqual([])
  expect(own.toSorted()).toEqual([...new Set(own)].toSorted())
  expect(own.length).toBeLessThanOrEqual(20)
})

test('the list that the document brings is the one that is shown', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener(
      'readystatechange',
      () => {
        Reflect.set(window, 'broughtByDocument', [...(globalThis.firstAnswers?.keys() ?? [])])
      },
      { once: true },
    )
  })
  await page.goto('/failed-calls?from=2026-11-01&to=2026-11-03&size=50')
  await expect(page.getByRole('heading', { name: 'No failed calls' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'broughtByDocument'))).toEqual([
    '/gateway/events/page?list=call_events_fail&from_date=2026-11-01&to_date=2026-11-04&page=1&page_size=50',
  ])
  expect(await page.evaluate(() => globalThis.firstAnswers?.size)).toBe(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })

    test('nothing moves while the page takes the place of its outline', async ({ page }) => {
      const shifted = await watchShifts(page)
      await page.goto('/failed-calls')
      expect(await shifted()).toBe(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed calls')
    })

    test('the document itself chooses these colours', async ({ page }) => {
      await page.addInitScript(() => {
        const watched = new MutationObserver(() => {
          if (document.querySelector('#outline h1') === null) return
          Reflect.set(window, 'scheme', document.documentElement.dataset.mantineColorScheme)
          watched.disconnect()
        })
        watched.observe(document, { childList: true, subtree: true })
      })
      await page.goto('/failed-calls')
      await expect(page.locator('#outline')).toHaveCount(0)
      expect(await page.evaluate(() => Reflect.get(window, 'scheme'))).toBe(colorScheme)
    })
  })
}

/** The rows in the outline, and then those of the page, with their texts and places. */
async function watchRows(page: Page) {
  await page.addInitScript(() => {
    const changes = new MutationObserver(records => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes])
      if (!added.some(node => node instanceof HTMLElement && node.id === 'first-rows')) return
      changes.disconnect()
      Reflect.set(window, 'hasDrawnRows', true)
    })
    changes.observe(document, { childList: true, subtree: true })
  })
  const rows = await watchOutline(page, 'tbody tr', root =>
    [...document.querySelectorAll(`${root} tbody tr`)].map(row => {
      const { x, y, width, height } = row.getBoundingClientRect()
      const cells = [...row.querySelectorAll('td')].map(cell => [cell.innerText, cell.clientWidth])
      return { cells, x, y, width, height }
    }),
  )
  return {
    ...rows,
    /** Whether the document brought rows, shown or not. */
    hasDrawn: () => page.evaluate(() => Reflect.get(window, 'hasDrawnRows') === true),
  }
}

for (const [name, viewport] of [
  ['a laptop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  for (const path of ['/failed-calls?size=100', '/failed-ai-events']) {
    test(`the first rows of ${path} are the page’s own, and come before the rest of the code, on ${name}`, async ({
      page,
      redial,
    }) => {
      await page.setViewportSize(viewport)
      const rows = await watchRows(page)
      const line = await startSlowLine(redial.url, { files: /\/assets\/base-.*\.js/ })
      try {
        await page.goto(`${line.url}${path}`, { waitUntil: 'commit' })
        await expect(page.locator('#outline tbody tr').first()).toBeVisible()
        line.open()
        await expect(page.locator('#outline')).toHaveCount(0)
        const first = await rows.ofOutline()
        expect(first.length).toBeGreaterThan(10)
        expect(first).toEqual((await rows.ofPage()).slice(0, first.length))
      } finally {
        await line.close()
      }
    })
  }
}

test('the first rows come before the rest of the code on later visits as well', async ({
  page,
}) => {
  await page.goto('/failed-calls')
  await expect(page.getByRole('button', { name: 'Replay' }).first()).toBeVisible()
  const rows = await watchRows(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Replay' }).first()).toBeVisible()
  expect((await rows.ofOutline()).length).toBeGreaterThan(10)
})

test('a person’s own columns are not in the outline, so it has no rows', async ({ page }) => {
  await page.goto('/failed-calls')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('radio', { name: 'Compact' }).check()
  const rows = await watchRows(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Replay' }).first()).toBeVisible()
  expect(await rows.hasDrawn()).toBe(true)
  expect(await rows.ofOutline()).toEqual([])
})

test('the outline is painted only as a whole, however slowly the document arrives', async ({
  page,
  redial,
}) => {
  const line = await startSlowLine(redial.url, { documentsFrom: '<div id="root">' })
  try {
    const shifted = await watchShifts(page)
    await page.goto(`${line.url}/failed-calls`, { waitUntil: 'commit' })
    const heading = page.locator('#outline h1')
    await expect(heading).toHaveText('Failed calls')
    await expect(heading).toBeHidden()
    line.open()
    expect(await shifted()).toBe(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed calls')
  } finally {
    await line.close()
  }
})

test('the outline is painted where no script runs', async ({ browser, redial }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const violations: string[] = []
  context.on('console', message => violations.push(message.text()))
  const { text } = await redial.makeToken()
  await context.addCookies([await openSession(redial.url, text)])
  const page = await context.newPage()
  await page.goto(`${redial.url}/failed-calls?from=2026-11-01&to=2026-11-03`)
  const outline = page.locator('#outline')
  await expect(outline.locator('h1')).toHaveText('Failed calls')
  await expect(outline.locator('nav a')).toHaveCount(8)
  await expect(outline.getByLabel('From')).toHaveValue('1 Nov 2026')
  await expect(outline.getByLabel('To')).toHaveValue('3 Nov 2026')
  await expect(outline.locator('table th').filter({ hasText: 'Company' })).toBeVisible()
  expect(violations).toEqual([])
  await context.close()
})
