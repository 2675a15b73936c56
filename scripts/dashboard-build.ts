import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with package.json: a clone, or an unpacked package. */
export const ROOT = join(import.meta.dirname, '..')

/** The sources of the dashboard. */
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

/** Whether the built dashboard exists and is newer than its sources. */
export function dashboardBuild(): 'current' | 'stale' | 'missing' {
  const built = newest([join(ROOT, 'dist/index.html')])
  if (built === 0) return 'missing'
  return newest(SOURCES.map(path => join(ROOT, path))) > built ? 'stale' : 'current'
}

/** Whether the build tools are installed, which are development dependencies. */
export function canBuildDashboard(): boolean {
  return existsSync(join(ROOT, 'node_modules/vite/package.json'))
}

/** When the newest of these files, or of the files in these folders, was written (ms since 1970). */
function newest(paths: string[]): number {
  const times = paths.filter(existsSync).map(path => {
    const info = statSync(path)
    if (!info.isDirectory()) return info.mtimeMs
    return Math.max(info.mtimeMs, newest(readdirSync(path).map(name => join(path, name))))
  })
  return Math.max(0, ...times)
}
