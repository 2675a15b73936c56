import { z } from 'zod'

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

  const kept = new Set<string>()
  const waiting = [...(leadsTo.get(root['bom-ref']) ?? [])]
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (kept.has(ref)) continue
    kept.add(ref)
    waiting.push(...(leadsTo.get(ref) ?? []))
  }
  return {
    ...bill,
    metadata: { ...bill.metadata, component: { ...root, name: ours.name } },
    components: bill.components.filter(one => kept.has(one['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => kept.has(ref) || ref === root['bom-ref'])
      .map(one => ({ ...one, dependsOn: leadsTo.get(one.ref) ?? [] })),
  }
}
