import { type Kysely, sql } from 'kysely'
import type { CallerCheck, CallerVerdict } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'
import { ownersOf } from '../blocklist/blocklist-repository.ts'

type CheckCaller = (check: CallerCheck) => Promise<CallerVerdict | undefined>

/**
 * Creates the check whether a caller may reach a tracking number. A caller is blocked by the list of
 * the number's company, of one of the company's groups or of its partner. The check returns undefined
 * for an unknown tracking number.
 *
 * The telephone rings during the check, so for a caller that may connect it is a single query: a function
 * in the database that finds each list with one index lookup, however many numbers are blocked
 * (docs/decisions/0014).
 *
 * @param onRefused is called with the lists that block a caller
 */
export function callerCheck(
  db: Kysely<Schema>,
  onRefused: (listIds: number[], caller: string) => void,
): CheckCaller {
  const query = LISTS_WITH_CALLER.compile(db)
  return async ({ tracking_number, caller_number }) => {
    const parameters = [tracking_number, caller_number]
    const { rows } = await db.executeQuery<ListIds>({ ...query, parameters })
    const listIds = rows[0]?.list_ids ?? null
    if (listIds === null) return undefined
    if (listIds.length === 0) return { allowed: true, blocked_by: [] }
    if (caller_number !== null) onRefused(listIds, caller_number)
    return { allowed: false, blocked_by: await ownersOf(db, listIds) }
  }
}

/** Null for an unknown tracking number. */
type ListIds = { list_ids: number[] | null }

const LISTS_WITH_CALLER = sql<ListIds>`
  select lists_with_caller(${''}::text, ${''}::text) as list_ids
`
