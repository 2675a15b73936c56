import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The browser for the tests: Playwright's own, otherwise the system's; null if there is none. */
export function findChromium(): string | null {
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  return findOnPath(
    // The headless shell has no window to render, so it takes half the time.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  )
}

/** The file of the first installed program among these; null if none is installed. */
export function findOnPath(...programs: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = programs.flatMap(name => folders.map(folder => join(folder, name)))
  return files.find(existsSync) ?? null
}
