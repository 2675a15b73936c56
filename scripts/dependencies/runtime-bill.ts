import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../dashboard-build.ts'

/** The fields of a CycloneDX document that are read; the others pass through. */
const Bill = z.looseObject({
  metadata: z.looseObject({
    component: z.looseObject({ 'bom-ref': z.string(), name: z.string() }),
  }),
  components: z.array(z.looseObject({ 'bom-ref': z.string(), name: z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
export type Bill = z.infer<typeof Bill>

export const Package = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

/** The output of `npm sbom`, and the fields of package.json that say which packages Redial needs. */
type Printed = { printed: unknown; ours: z.infer<typeof Package>; bundled: string[] }

/**
 * The output of `npm sbom`, reduced to the runtime dependencies, the bundled packages and the packages
 * that these need. `npm sbom --omit=dev` would leave out packages of the dashboard, such as React, and
 * without that option it lists optional peers such as @types/react.
 */
export function runtimeBill({ printed, ours, bundled }: Printed): Bill {
  const bill = Bill.parse(printed)
  const root = bill.metadata.component
  const names = new Map(bill.components.map(one => [one['bom-ref'], one.name]))
  const development = new Set(Object.keys(ours.devDependencies))
  for (const name of bundled) development.delete(name)
  const isForDevelopment = (ref: string) => development.has(names.get(ref) ?? '')
  const leadsTo = new Map(
    bill.dependencies.map(({ ref, dependsOn }) => [
      ref,
      dependsOn.filter(one => names.has(one) && !isForDevelopment(one)),
    ]),
  )

  const needed = new Set<string>()
  const waiting = [...(leadsTo.get(root['bom-ref']) ?? [])]
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (needed.has(ref)) continue
    needed.add(ref)
    waiting.push(...(leadsTo.get(ref) ?? []))
  }
  return {
    ...bill,
    metadata: { ...bill.metadata, component: { ...root, name: ours.name } },
    components: bill.components.filter(one => needed.has(one['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => needed.has(ref) || ref === root['bom-ref'])
      .map(one => ({ ...one, dependsOn: leadsTo.get(one.ref) ?? [] })),
  }
}

const Manifest = z.object({
  peerDependencies: z.record(z.string(), z.string()).default({}),
  peerDependenciesMeta: z
    .record(z.string(), z.object({ optional: z.boolean().optional() }))
    .default({}),
})

/**
 * The development dependencies whose code is in the built dashboard: the packages that `src` imports,
 * and their peer dependencies.
 */
export function bundledPackages(root: string, devDependencies: string[]): string[] {
  const development = new Set(devDependencies)
  const waiting = importsBelow(join(root, 'src')).filter(name => development.has(name))
  const bundled = new Set<string>()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (bundled.has(name)) continue
    bundled.add(name)
    waiting.push(...neededPeers(root, name).filter(peer => development.has(peer)))
  }
  return [...bundled]
}

function importsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.(test|long)\.tsx?$|\btesting\b/.test(file))
    .flatMap(file => [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)])
    .map(([, name = '']) => name)
}

/** Matches the package's name in `from 'name/part'` or `import('name')`. */
const IMPORT = /(?:from|import|import\()\s*'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g

function neededPeers(root: string, name: string): string[] {
  const file = join(root, 'node_modules', name, 'package.json')
  if (!existsSync(file)) return []
  const { peerDependencies, peerDependenciesMeta } = Manifest.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  )
  return Object.keys(peerDependencies).filter(peer => !peerDependenciesMeta[peer]?.optional)
}

/**
 * The packages that Redial runs with on all platforms, from package-lock.json, including the ones that
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
