import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testFolder } from '../server/testing/test-folder.ts'
import { bundledPackages, Package } from './dependencies/runtime-bill.ts'

const root = join(import.meta.dirname, '..')
const folder = testFolder()

const { name, dependencies, optionalDependencies, devDependencies } = Package.parse(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
)

const bundled = bundledPackages(root, Object.keys(devDependencies))

const Written = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.object({ component: z.object({ type: z.string(), name: z.string() }) }),
  components: z.array(
    z.object({ 'bom-ref': z.string(), name: z.string(), version: z.string(), purl: z.string() }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

describe('the software bill of materials', () => {
  let written: z.infer<typeof Written>
  beforeAll(() => {
    const file = join(folder, 'redial.cdx.json')
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/sbom.ts'), file], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    written = Written.parse(JSON.parse(readFileSync(file, 'utf8')))
  })

  test('is Redial’s', () => {
    expect(written.metadata.component).toEqual({ type: 'application', name })
  })

  test('lists every package that Redial runs with or is built from, on all platforms', () => {
    const listed = written.components.map(component => component.name)
    const needed = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...bundled]
    expect(needed.filter(dependency => !listed.includes(dependency))).toEqual([])
    // A package that a page imports, and a package that only another one needs.
    expect(bundled).toEqual(expect.arrayContaining(['react', 'dayjs']))
    // A package that these need.
    expect(listed).toContain('scheduler')
  })

  test('lists no package that is only for development', () => {
    const listed = written.components.map(component => component.name)
    expect(
      Object.keys(devDependencies).filter(one => listed.includes(one) && !bundled.includes(one)),
    ).toEqual([])
    // A package that these need.
    expect(listed).not.toContain('rolldown')
  })

  test('refers only to packages that it lists', () => {
    const refs = new Set(written.components.map(component => component['bom-ref']))
    const named = written.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(named.filter(ref => !refs.has(ref))).toEqual([])
  })
})
