import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Package, runtimeBill } from './dependencies/runtime-bill.ts'

/*
 * `npm run sbom`: writes a CycloneDX list of what Redial runs with, on all platforms, as
 * package-lock.json has it, to redial.cdx.json or to the file that is named.
 */
const [file = 'redial.cdx.json'] = process.argv.slice(2)
const root = join(import.meta.dirname, '..')
const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
if (status !== 0) {
  console.error(`npm could not list the dependencies:\n${stderr}`)
  process.exit(1)
}
const ours = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
const bill = runtimeBill(JSON.parse(stdout), ours)
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${file} lists ${bill.components.length} packages.`)
