import { chromium, type Page } from '@playwright/test'
import { openSession } from '../../e2e/support/open-session.ts'
import { findChromium } from '../../scripts/find-chromium.ts'

/**
 * Starts the browser that the tests use, with requests to the page's server only, and signs in. It stops when the
 * benchmark is over.
 *
 * @throws if no browser is installed
 */
export async function withSignedInPage<Result>(
  url: string,
  token: string,
  benchmark: (page: Page) => Promise<Result>,
): Promise<Result> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('There is no Chromium; npm test installs one')
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.context().addCookies([await openSession(url, token)])
    return await benchmark(page)
  } finally {
    await browser.close()
  }
}
