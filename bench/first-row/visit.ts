import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import * as z from 'zod/mini'
import { paintAfter, watchPaints } from '../dashboard/paints.ts'

/** A fast machine and line, and a phone of the middle range. */
export const LINES = {
  unthrottled: null,
  // What Chromium's developer tools call "4× slowdown" and "Fast 4G".
  'CPU 4×, Fast 4G': {
    cpu: 4,
    latency: 165,
    downloadThroughput: (9_000_000 / 8) * 0.9,
    uploadThroughput: (1_500_000 / 8) * 0.9,
  },
} as const

export type Line = keyof typeof LINES

/** One visit to a page: times from the start of the navigation in ms. `shift` is that of the whole visit. */
const Visit = z.object({
  firstPaint: z.number(),
  done: z.number(),
  /** When the page handles a click that comes with the paint of `done`: other work may be due before it. */
  usable: z.number(),
  /** From a click on Next page until another first row is painted; null for a page without that button. */
  next: z.nullable(z.number()),
  requests: z.int(),
  bytes: z.number(),
  /** The part of `bytes` that is scripts. */
  scriptBytes: z.number(),
  shift: z.number(),
})
export type Visit = z.infer<typeof Visit>

export type Visits = { first: Visit; second: Visit }

export type Plan = {
  url: string
  /** Where the person comes from: a page of another site. */
  from: string
  /** A JavaScript expression that is true once the page shows what the visit waits for. */
  isDone: string
  /** Whether it has rows and a button for the next page. */
  isList: boolean
  cookies: Parameters<BrowserContext['addCookies']>[0]
  line: Line
}

/**
 * Opens a page in a browser with an empty cache, and then again in another tab, where the files of the
 * first visit are cached.
 */
export async function visitTwice(browser: Browser, plan: Plan): Promise<Visits> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addCookies(plan.cookies)
    return { first: await visit(context, plan), second: await visit(context, plan) }
  } finally {
    await context.close()
  }
}

async function visit(
  context: BrowserContext,
  { url, from, isDone, isList, line }: Plan,
): Promise<Visit> {
  const page = await context.newPage()
  // In an empty tab, the page would get the process that is there. That happens to nobody.
  await page.goto(from)
  await throttle(page, line)
  // The page's policy forbids functions that are created from text.
  await page.addInitScript({ content: `(${watch})(() => ${isDone})` })
  await page.goto(url, { waitUntil: 'commit' })
  // Within the page, so that no round trip of the tool is in it.
  const visited = Visit.parse(await page.evaluate(() => Reflect.get(window, 'visited')))
  // The next visit finds what this one leaves behind once all of the page is there.
  await page.waitForLoadState('networkidle')
  const shift = z.number().parse(await page.evaluate(() => Reflect.get(window, 'shifted')()))
  const next = isList ? await turnPage(page) : null
  await page.close()
  return { ...visited, shift, next }
}

/** Long enough to prefetch the next page. */
const LOOKED_AT_MS = 2_000

async function turnPage(page: Page): Promise<number> {
  await wait(LOOKED_AT_MS)
  await watchPaints(page)
  const firstRow = `document.querySelector('tbody tr')?.textContent`
  const before = await page.evaluate(firstRow)
  const press = () =>
    page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(button => button.textContent === 'Next page')?.click()
    })
  return paintAfter(page, press, `${firstRow} !== ${JSON.stringify(before)}`)
}

async function throttle(page: Page, line: Line): Promise<void> {
  const limits = LINES[line]
  if (limits === null) return
  const session = await page.context().newCDPSession(page)
  const { cpu, ...network } = limits
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

/** Runs in the page before anything else. Resolves once `isDone` is true and painted. */
function watch(isDone: () => boolean): void {
  let shift = 0
  Reflect.set(window, 'shifted', () => shift)
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) shift += Number(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift', buffered: true })
  const visited = new Promise(resolve => {
    const look = () => {
      if (!isDone()) return requestAnimationFrame(look)
      // A message is delivered once the frame that this runs before has been painted.
      const { port1, port2 } = new MessageChannel()
      let painted = 0
      let usable = 0
      port1.onmessage = () => {
        if (painted === 0) setTimeout(() => (usable = performance.now()))
        painted ||= performance.now()
        const paint = performance.getEntriesByName('first-contentful-paint')[0]
        // The browser reports it a moment later.
        if (paint === undefined || usable === 0)
          return setTimeout(() => port2.postMessage(null), 10)
        const loaded = performance
          .getEntries()
          .filter(entry => entry instanceof PerformanceResourceTiming)
          // Files from the cache are no requests.
          .filter(({ transferSize }) => transferSize > 0)
        resolve({
          firstPaint: paint.startTime,
          done: painted,
          usable,
          next: null,
          requests: loaded.length,
          bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0),
          scriptBytes: loaded
            .filter(({ name }) => name.endsWith('.js'))
            .reduce((sum, { transferSize }) => sum + transferSize, 0),
          shift: 0,
        })
        return 0
      }
      port2.postMessage(null)
      return 0
    }
    requestAnimationFrame(look)
  })
  Reflect.set(window, 'visited', visited)
}
