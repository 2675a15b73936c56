import { globSync } from 'node:fs'
import { findOnPath } from '../../scripts/find-chromium.ts'

/** The programs that drive WebKit: a browser window, and a virtual display. */
export type WebKitPrograms = { driver: string; browser: string; display: string }

/** null if Firefox is not installed. */
export function findFirefox(): string | null {
  return findOnPath('firefox-esr', 'firefox')
}

/** null if WebKitGTK, its driver or Xvfb is not installed. */
export function findWebKit(): WebKitPrograms | null {
  const driver = findOnPath('WebKitWebDriver')
  const display = findOnPath('Xvfb')
  const [browser] = globSync('/usr/lib{,64,exec}/{,*/}webkit2gtk-4.*/MiniBrowser')
  return driver && display && browser ? { driver, display, browser } : null
}
