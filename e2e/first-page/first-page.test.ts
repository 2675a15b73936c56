import type { Page } from '@playwright/test'
import { openSession } from '../support/open-session.ts'
import { expect, onDemo as test } from '../support/redial.ts'
import { startSlowLine } from '../support/slow-line.ts'
import { watchShifts } from '../support/watch-shifts.ts'

/** Not the browser's cache: a page is opened as if it had never been seen before. */
test.use({ reuseContext: false })

/** Every request of the page that went over the network, by its path. */
async function watchRequests(page: Page): Promise<() => string[]> {
  const requests = new Map<string, string>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    requests.set(requestId, request.url.replace(/^https?:\/\/[^/]+/, ''))
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId))
  // The browser decides when it needs the icon.
  return () => [...requests.values()].filter(path => path !== '/icon.svg')
}

const isList = (path: string) => /events\/page\?.*&page=1&/.test(path)

const replay = (page: Page) =>
  page.getByRole('table').getByRole('button', { name: 'Replay' }).first()

test('the first page takes at most 20 requests and repeats none', async ({ page }) => {
  const requests = await watchRequests(page)
  await page.goto('/failed-calls')
  await expect(replay(page)).toBeVisible()
  const paths = requests()
  // The document has these.
  expect(paths.filter(path => isList(path) || path === '/gateway/session')).toEqual([])
  expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted())
  expect(paths.length).toBeLessThanOrEqual(20)
})

test('the style sheet of the skeleton is more urgent than the scripts', async ({ page }) => {
  const priorities = new Map<string, string>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const [, type] = /\/assets\/[^?]+\.(\w+)$/.exec(request.url) ?? []
    if (type && initiator.type === 'parser') priorities.set(type, request.initialPriority)
  })
  await page.goto('/failed-calls')
  await expect(replay(page)).toBeVisible()
  expect(Object.fromEntries(priorities)).toEqual({ css: 'VeryHigh', js: 'Low' })
})

test('the first page applies the filter and opens the event in its URL', async ({ page }) => {
  await page.goto('/failed-calls')
  await expect(replay(page)).toBeVisible()
  const company = page.locator('tbody a[data-opens]').first()
  const name = await company.innerText()
  await page.goto(`/failed-calls?company=${encodeURIComponent(name)}`)
  await expect(company).toHaveText(name)
  const names = new Set(await page.locator('tbody a[data-opens]').allInnerTexts())
  expect([...names]).toEqual([name])
  await company.click()
  await expect(page).toHaveURL(/event=/)
  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(company).toHaveText(name)
})

test('a person’s own columns are those of the first page', async ({ page }) => {
  await page.goto('/failed-calls')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Attempts' }).check()
  const requests = await watchRequests(page)
  await page.goto('/failed-calls')
  await expect(page.getByRole('columnheader', { name: 'Attempts' })).toBeVisible()
  await expect(replay(page)).toBeVisible()
  expect(requests().filter(isList)).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })

    test('nothing moves while the page takes the place of its skeleton', async ({ page }) => {
      const shifted = await watchShifts(page)
      await page.goto('/failed-calls')
      expect(await shifted()).toBe(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed calls')
    })

    test('the document itself chooses these colours', async ({ page, redial }) => {
      const line = await startSlowLine(redial.url, { files: /\/assets\/.*\.js/ })
      try {
        await page.goto(`${line.url}/failed-calls`, { waitUntil: 'commit' })
        await expect(page.locator('#skeleton header')).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe(
          colorScheme,
        )
      } finally {
        await line.close()
      }
    })
  })
}

for (const [path, title, first] of [
  // The rest of it changes whenever the gateway has read today's events again.
  ['/', 'Overview', ['/gateway/day-counts', '/gateway/orders', '/gateway/follow-ups']],
  ['/blocklist', 'Blocklist', ['/v1/blocklist/']],
  [
    '/companies/Acme%20Cars%20Sandton',
    'Acme Cars Sandton',
    ['/gateway/orders', '/gateway/follow-ups'],
  ],
] satisfies [string, string, string[]][]) {
  test(`the page of ${title} has its first data in its document, and nothing moves when it is there`, async ({
    page,
  }) => {
    const paths: string[] = []
    page.on('request', request => paths.push(new URL(request.url()).pathname))
    const shifted = await watchShifts(page)
    await page.goto(path)
    expect(await shifted()).toBe(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(paths.filter(other => first.includes(other))).toEqual([])
    const files = paths.filter(other => other.startsWith('/assets/'))
    expect(files.toSorted()).toEqual([...new Set(files)].toSorted())
  })
}

for (const width of [1440, 900, 390]) {
  test(`the title stays in its place, ${width} px wide`, async ({ browser, page, redial }) => {
    const viewport = { width, height: 800 }
    const { text } = await redial.makeToken()
    const cookies = [await openSession(redial.url, text)]
    const context = await browser.newContext({ javaScriptEnabled: false, viewport })
    await context.addCookies(cookies)
    const skeleton = await context.newPage()
    await skeleton.goto(`${redial.url}/blocklist`)
    const before = await skeleton.locator('#skeleton h1').boundingBox()
    await context.close()
    await page.context().addCookies(cookies)
    await page.setViewportSize(viewport)
    await page.goto('/blocklist')
    const { x, y, height } = (await page.locator('main h1').boundingBox()) ?? {}
    // The ring of its focus is 3 px wider than the text.
    expect({ x: (x ?? 0) + 3, y, height }).toEqual({
      x: before?.x,
      y: before?.y,
      height: before?.height,
    })
  })
}

test('Blocklist begins without the library’s components', async ({ page }) => {
  const html = await (await page.goto('/blocklist'))?.text()
  const scripts = new Set(html?.match(/\/assets\/[^"]+\.js/g))
  const sizes = [...scripts].map(async script => {
    const { 'content-length': size } = (await page.request.get(script)).headers()
    return Number(size)
  })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes / 1024).toBeGreaterThan(0)
  expect(bytes / 1024).toBeLessThan(240)
})

test('the skeleton is painted where no script runs', async ({ browser, redial }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const violations: string[] = []
  context.on('console', message => violations.push(message.text()))
  const { text } = await redial.makeToken()
  await context.addCookies([await openSession(redial.url, text)])
  const page = await context.newPage()
  await page.goto(`${redial.url}/failed-calls`)
  await expect(page.locator('#skeleton header')).toBeVisible()
  await expect(page.locator('#no-script')).toBeVisible()
  expect(violations).toEqual([])
  await context.close()
})

test('a person whose token was revoked comes to Sign in', async ({ browser, redial }) => {
  const context = await browser.newContext()
  const token = await redial.makeToken()
  await context.addCookies([await openSession(redial.url, token.text)])
  await token.revoke()
  const page = await context.newPage()
  await page.goto(`${redial.url}/failed-calls`)
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})
