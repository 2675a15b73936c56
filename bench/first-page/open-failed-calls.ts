import { setTimeout } from 'node:timers/promises'
import type { Browser, Page, Request } from '@playwright/test'
import type { App } from '../../server/app.ts'
import { launchChromium } from '../launch-chromium.ts'

/** A file that the page fetched, as it is without any transfer encoding. */
export type Fetched = { kind: 'JavaScript' | 'CSS'; path: string; content: Buffer }

const QUIET_MS = 1000

/**
 * Opens Failed calls, signed in, in a browser with an empty cache.
 *
 * @returns the scripts and style sheets that it fetched until the table was painted and requests had ended
 * @throws if one of them couldn't be loaded
 */
export async function openFailedCalls(app: App): Promise<Fetched[]> {
  const browser = await launchChromium()
  const errors: string[] = []
  try {
    const cookies = await signIn(browser, app, errors)
    // A new context has its own cache, so only this page's files are fetched.
    const context = await browser.newContext()
    await context.addCookies(cookies)
    const page = await context.newPage()
    page.on('pageerror', error => errors.push(error.message))
    const requests: Request[] = []
    page.on('request', request => requests.push(request))
    await page.goto(`${app.url}/failed-calls`)
    const table = page.getByRole('table')
    await table.getByRole('button', { name: 'Replay' }).first().waitFor()
    await quiet(page)
    return (await Promise.all(requests.map(fetchedBy))).filter(file => file !== null)
  } catch (error) {
    if (errors.length === 0) throw error
    throw new Error(`The page broke: ${errors.join('; ')}`, { cause: error })
  } finally {
    await browser.close()
  }
}

async function signIn(browser: Browser, { url, signInLink }: App, errors: string[]) {
  if (signInLink === null) throw new Error('The demo account has no sign-in link')
  const context = await browser.newContext()
  const page = await context.newPage()
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(signInLink)
  await page.waitForURL(address => !address.pathname.startsWith('/sign-in'))
  const cookies = await context.cookies(url)
  await context.close()
  return cookies
}

/** Waits until there was no request and no answer for a second. */
async function quiet(page: Page): Promise<void> {
  let last = performance.now()
  const note = () => {
    last = performance.now()
  }
  page.on('request', note)
  page.on('requestfinished', note)
  page.on('requestfailed', note)
  while (performance.now() - last < QUIET_MS) await setTimeout(50)
}

async function fetchedBy(request: Request): Promise<Fetched | null> {
  const response = await request.response()
  const path = new URL(request.url()).pathname
  const type = response?.headers()['content-type'] ?? ''
  const kind = /javascript/.test(type) ? 'JavaScript' : /\bcss\b/.test(type) ? 'CSS' : null
  if (kind === null && !/\.(js|css)$/.test(path)) return null
  if (kind === null || response?.status() !== 200) {
    throw new Error(`The page asked for ${path} and got ${response?.status() ?? 'nothing'}`)
  }
  return { kind, path, content: await response.body() }
}
