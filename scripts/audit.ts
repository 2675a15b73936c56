import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { auditOutcome } from './dependencies/audit-outcome.ts'
import { readRuntimeBill } from './dependencies/runtime-bill.ts'

/*
 * `npm run audit`: fails if a package that Redial runs with, or that its dashboard is built from, has
 * a known vulnerability of high or critical severity. If the registry offers no audit, it says so and
 * does not fail.
 */
const { stdout } = spawnSync('npm', ['audit', '--json'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const { ok, words } = auditOutcome(
  stdout,
  new Set(readRuntimeBill().components.map(({ name }) => name)),
)
console.log(words)
process.exitCode = ok ? 0 : 1
