import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The browser that the tests use: Playwright's own, else the system's; null where there is none. */
export function findChromium(): string | null {
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  return findOnPath(
    // The headless shell has no window to draw, and so takes half of the time.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  )
}

/** The file of the first of these programs that is installed; null where none is. */
export function findOnPath(...programs: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = programs.flatMap(name => folders.map(folder => join(folder, name)))
  return files.find(existsSync) ?? null
}
