import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The headless shell has no window to draw, and so takes half of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The browser that the tests use: Playwright's own, else the system's; null where there is none. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = NAMES.flatMap(name => folders.map(folder => join(folder, name)))
  return [chromium.executablePath(), ...files].find(existsSync) ?? null
}
