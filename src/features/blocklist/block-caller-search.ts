import { PHONE_NUMBER } from '../../../contract/blocklist.ts'
import type { BlocklistSearch } from './blocklist-search.ts'

type Call = {
  caller_number?: string | null | undefined
  /** Without a reference, the person chooses the company in the form. */
  company?: { name?: unknown; reference?: unknown } | null | undefined
}

/**
 * The search parameters of the form that blocks numbers, filled with the caller and the company of a
 * call; null for a caller without a number.
 */
export function blockCallerSearch({ caller_number, company }: Call): BlocklistSearch | null {
  const block = caller_number ?? ''
  if (!PHONE_NUMBER.test(block)) return null
  const entity = typeof company?.reference === 'string' ? company.reference : undefined
  const name = entity !== undefined && typeof company?.name === 'string' ? company.name : undefined
  return { context: 'company', entity, name, add: 'true', block }
}
