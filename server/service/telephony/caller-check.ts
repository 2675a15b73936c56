import { type Kysely, sql } from 'kysely'
import type { CallerCheck, CallerVerdict } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'
import { ListNames } from './list-names.ts'

type CheckCaller = (check: CallerCheck) => Promise<CallerVerdict | undefined>

/**
 * Creates the check whether a caller may reach a tracking number. A caller is blocked by the list of
 * the number's company, of one of the company's groups or of its partner. The check returns undefined
 * for an unknown tracking number.
 *
 * The telephone rings during the check, so it is a single query: a function in the database
 * (migration 0012) that finds each list with one index lookup, however many numbers are
 * blocked. The names of those lists are cached here (docs/decisions/0046).
 */
export function callerCheck(db: Kysely<Schema>): CheckCaller {
  const query = LISTS_WITH_CALLER.compile(db)
  const names = new ListNames(db)
  return async ({ tracking_number, caller_number }) => {
    const parameters = [tracking_number, caller_number]
    const { rows } = await db.executeQuery<Found>({ ...query, parameters })
    const listIds = rows[0]?.list_ids ?? null
    if (listIds === null) return undefined
    if (listIds.length === 0) return { allowed: true, blocked_by: [] }
    return { allowed: false, blocked_by: await names.of(listIds) }
  }
}

/** Null for an unknown tracking number. */
type Found = { list_ids: number[] | null }

const LISTS_WITH_CALLER = sql<Found>`
  select lists_with_caller(${''}::text, ${''}::text) as list_ids
`
