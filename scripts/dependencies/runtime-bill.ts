import { z } from 'zod'

/** What is read of a CycloneDX document; the rest passes through. */
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

/** What `npm sbom` prints, and the parts of package.json that say which of it belongs to Redial. */
type Printed = { printed: unknown; ours: z.infer<typeof Package>; bundled: string[] }

/**
 * What `npm sbom` prints, without the packages that are for development alone: those that the runtime
 * dependencies and the bundled packages lead to. `npm sbom --omit=dev` leaves out what the dashboard
 * is built from, such as React, and without it optional peers such as @types/react are listed.
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
