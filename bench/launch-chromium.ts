import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.ts'

/**
 * The browser that the tests use, with requests to the page's server only.
 *
 * @throws if no browser is installed
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('There is no Chromium; npm test installs one')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}
