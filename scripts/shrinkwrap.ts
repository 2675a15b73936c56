import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './dashboard-build.ts'

/*
 * `npm pack` leaves out package-lock.json, but not npm-shrinkwrap.json, which has the same content.
 * With it, `npm ci` in the unpacked folder installs exactly these versions.
 */
const shrinkwrap = join(ROOT, 'npm-shrinkwrap.json')
if (process.argv.includes('--remove')) rmSync(shrinkwrap, { force: true })
else copyFileSync(join(ROOT, 'package-lock.json'), shrinkwrap)
