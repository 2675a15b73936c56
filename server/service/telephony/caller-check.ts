import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CallerCheck, CallerVerdict } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'

type BlockedBy = CallerVerdict['blocked_by'][number]

type Named = { id: number; position: number; blockedBy: BlockedBy }

/** How long the name of a list is cached. The numbers on it are never cached. */
const KEPT_FOR_MS = 10_000

const MAX_KEPT = 10_000

/**
 * Looks up the owners of lists by id: a list always belongs to the same company, group or partner.
 *
 * @returns a function that gives the company first, then groups by their references, then the partner
 */
function listNames(db: Kysely<Schema>) {
  const kept = new LRUCache<number, Named>({ max: MAX_KEPT, ttl: KEPT_FOR_MS })
  return async (ids: number[]): Promise<BlockedBy[]> => {
    const known = ids.flatMap(id => kept.get(id) ?? [])
    const named = known.length === ids.length ? known : await lookUp(ids)
    return named
      .toSorted((a, b) => a.position - b.position || compare(referenceOf(a), referenceOf(b)))
      .map(({ blockedBy }) => blockedBy)
  }

  async function lookUp(ids: number[]): Promise<Named[]> {
    const { rows } = await sql<Named>`
      select blocklist.id,
        case when blocklist.company_id is not null then 1 when group_id is not null then 2 else 3 end
          as position,
        json_build_object(
          'entity_context_name',
          case when blocklist.company_id is not null then 'company'
            when group_id is not null then 'group' else 'partner' end,
          'entity', json_build_object(
            'reference', coalesce(company.reference, company_group.reference, partner.reference),
            'name', coalesce(company.name, company_group.name, partner.name)
          )
        ) as "blockedBy"
      from blocklist
      join partner on partner.id = blocklist.partner_id
      left join company on company.id = blocklist.company_id
      left join company_group on company_group.id = blocklist.group_id
      where blocklist.id = any (${ids}::bigint[])
    `.execute(db)
    for (const named of rows) kept.set(named.id, named)
    return rows
  }
}

const referenceOf = ({ blockedBy }: Named): string => blockedBy.entity.reference

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type CheckCaller = (check: CallerCheck) => Promise<CallerVerdict | undefined>

/**
 * Creates the check whether a caller may reach a tracking number. A caller is blocked by the list of
 * the number's company, of one of the company's groups or of its partner. The check returns undefined
 * for an unknown tracking number.
 *
 * The telephone rings during the check, so it is a single query: a function in the database
 * that finds each list with one index lookup, however many numbers are
 * blocked. The names of those lists are cached here (docs/decisions/0014).
 */
export function callerCheck(db: Kysely<Schema>): CheckCaller {
  const query = LISTS_WITH_CALLER.compile(db)
  const namesOf = listNames(db)
  return async ({ tracking_number, caller_number }) => {
    const parameters = [tracking_number, caller_number]
    const { rows } = await db.executeQuery<Found>({ ...query, parameters })
    const listIds = rows[0]?.list_ids ?? null
    if (listIds === null) return undefined
    if (listIds.length === 0) return { allowed: true, blocked_by: [] }
    return { allowed: false, blocked_by: await namesOf(listIds) }
  }
}

/** Null for an unknown tracking number. */
type Found = { list_ids: number[] | null }

const LISTS_WITH_CALLER = sql<Found>`
  select lists_with_caller(${''}::text, ${''}::text) as list_ids
`
