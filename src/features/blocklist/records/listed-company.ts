import * as z from 'zod/mini'
import type { Entity } from '../../../../contract/blocklist.ts'
import { NameOrNumber } from '../../../../contract/text/json-inside.ts'

const ListedCompany = z.object({
  reference: NameOrNumber,
  name: z.catch(z.optional(NameOrNumber), undefined),
})

/**
 * The companies of GET /v2/company/ that have a reference, which requests need. The name may be
 * missing, and an item may be only a reference.
 */
export function parseCompanies(items: unknown[]): Entity[] {
  return items.flatMap(item => {
    const reference = NameOrNumber.safeParse(item).data
    if (reference !== undefined) return [{ reference, name: reference }]
    const company = ListedCompany.safeParse(item).data
    return company
      ? [{ reference: company.reference, name: company.name ?? company.reference }]
      : []
  })
}
