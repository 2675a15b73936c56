import type { Browser, Cookie } from '@playwright/test'
import * as z from 'zod/mini'

/**
 * Opens a list and copies what it shows when its first rows are there: one document with its styles, and
 * without any script, request or framework. Nothing that shows the same can be painted sooner.
 */
export async function copyFirstRows(
  browser: Browser,
  { url, cookies, isDone }: { url: string; cookies: Cookie[]; isDone: string },
): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.addInitScript({ content: `(${copy})(() => ${isDone})` })
    await page.goto(url, { waitUntil: 'commit' })
    return z.string().parse(await page.evaluate(() => Reflect.get(window, 'copied')))
  } finally {
    await context.close()
  }
}

/** Runs in the page before anything else. */
function copy(isDone: () => boolean): void {
  const copied = new Promise(resolve => {
    const look = () => {
      if (!isDone()) return requestAnimationFrame(look)
      const page = document.documentElement.cloneNode(true)
      if (!(page instanceof HTMLElement)) return 0
      for (const one of page.querySelectorAll('script, link, noscript, template')) one.remove()
      resolve(`<!doctype html>${page.outerHTML}`)
      return 0
    }
    requestAnimationFrame(look)
  })
  Reflect.set(window, 'copied', copied)
}
