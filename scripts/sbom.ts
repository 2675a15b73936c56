import { writeFileSync } from 'node:fs'
import { readRuntimeBill } from './dependencies/runtime-bill.ts'

/*
 * `npm run sbom`: writes a CycloneDX list of the packages that Redial runs with, or that its dashboard
 * is built from, to redial.cdx.json or to the given file.
 */
const [file = 'redial.cdx.json'] = process.argv.slice(2)
const bill = readRuntimeBill()
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${file} lists ${bill.components.length} packages.`)
