import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../dashboard-build.ts'
import { bundledPackages } from './bundled-packages.ts'
import { type Bill, Package, runtimeBill } from './runtime-bill.ts'

/**
 * The packages that Redial runs with on all platforms, from package-lock.json, including those that
 * the dashboard is built from.
 *
 * @throws npm's output if it could not list the dependencies
 */
export function readRuntimeBill(): Bill {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (status !== 0) throw new Error(`npm could not list the dependencies:\n${stderr}`)
  const ours = Package.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const bundled = bundledPackages(ROOT, Object.keys(ours.devDependencies))
  return runtimeBill({ printed: JSON.parse(stdout), ours, bundled })
}
