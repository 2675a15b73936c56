import * as z from 'zod/mini'
import type { Entity } from '../../../../contract/blocklist.ts'

const Text = z.pipe(
  z.union([z.string(), z.pipe(z.union([z.number(), z.bigint()]), z.transform(String))]),
  z.string().check(z.regex(/\S/)),
)
const ListedCompany = z.object({ reference: Text, name: z.catch(z.optional(Text), undefined) })

/**
 * The companies of GET /v2/company/ that have a reference, which requests need. The name may be
 * missing, and an item may be only a reference.
 */
export function parseCompanies(items: unknown[]): Entity[] {
  return items.flatMap(item => {
    const reference = Text.safeParse(item).data
    if (reference !== undefined) return [{ reference, name: reference }]
    const company = ListedCompany.safeParse(item).data
    return company
      ? [{ reference: company.reference, name: company.name ?? company.reference }]
      : []
  })
}
