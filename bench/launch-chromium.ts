import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.ts'

/**
 * The browser that the tests use, asking nothing of anybody but the page's server.
 *
 * @throws if there is none
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
