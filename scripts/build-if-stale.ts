import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the dashboard is built from. */
const SOURCES = [
  'src',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/dashboard',
  'scripts/supported-browsers.ts',
  'package-lock.json',
]

/** Builds the dashboard where there is no build yet, or an older one than its sources. */
if (newest(SOURCES) > newest(['dist/index.html'])) {
  console.log('Building the dashboard …')
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
}

/** When the latest of these files, or of those in these folders, was written (ms since 1970). */
function newest(paths: string[]): number {
  const times = paths.filter(existsSync).map(path => {
    const info = statSync(path)
    if (!info.isDirectory()) return info.mtimeMs
    return Math.max(info.mtimeMs, newest(readdirSync(path).map(name => join(path, name))))
  })
  return Math.max(0, ...times)
}
