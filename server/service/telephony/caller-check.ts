import { type Kysely, sql } from 'kysely'
import type { CallerCheck, CallerVerdict } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'
import { ListNames } from './list-names.ts'

type CheckCaller = (check: CallerCheck) => Promise<CallerVerdict | undefined>

/**
 * Makes the check whether a caller may reach a tracking number: not when on the list of its company,
 * of one of the company's groups or of its partner. It answers undefined for an unknown tracking
 * number.
 *
 * The telephone rings meanwhile, so the verdict is one query, in which each list is one look into
 * the primary key of blocked_number, however many numbers are blocked. Planning it takes PostgreSQL
 * longer than running it, so it joins no more than it needs: the names of the lists that have the
 * caller are kept here (docs/decisions/0046).
 */
export function callerCheck(db: Kysely<Schema>): CheckCaller {
  const query = LISTS_WITH_CALLER.compile(db)
  const names = new ListNames(db)
  return async ({ tracking_number, caller_number }) => {
    const parameters = [caller_number, tracking_number]
    const { rows } = await db.executeQuery<Found>({ ...query, parameters })
    const [found] = rows
    if (found === undefined || found.list_ids.length === 0) {
      return found && { allowed: true, blocked_by: [] }
    }
    return { allowed: false, blocked_by: await names.of(found.list_ids) }
  }
}

type Found = { list_ids: number[] }

const LISTS_WITH_CALLER = sql<Found>`
  select to_json(array(
    select list.id from (
      select id from blocklist
      where partner_id = number.partner_id
        and company_id = number.company_id and group_id is null
      union all
      select id from blocklist
      where partner_id = number.partner_id and company_id is null and group_id = any (array(
        select group_id from company_group_member where company_id = number.company_id
      ))
      union all
      select id from blocklist
      where partner_id = number.partner_id and company_id is null and group_id is null
    ) as list
    where (
      select true from blocked_number
      where blocklist_id = list.id and phone_number = ${''}::text
    )
  )) as list_ids
  from tracking_number as number
  where phone_number = ${''}::text
`
