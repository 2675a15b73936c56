import { type Kysely, sql } from 'kysely'
import type { CallerCheck, CallerVerdict } from '../../../contract/telephony.ts'
import type { Schema } from '../../database/schema.ts'

/**
 * Whether the caller may reach the tracking number: not when on the list of its company, of one of
 * the company's groups or of its partner. undefined for an unknown tracking number.
 *
 * The telephone rings meanwhile, so it's one query, in which each list is one look into the primary
 * key of blocked_number, however many numbers are blocked.
 */
export async function checkCaller(
  db: Kysely<Schema>,
  { tracking_number, caller_number }: CallerCheck,
): Promise<CallerVerdict | undefined> {
  const { rows } = await sql<Pick<CallerVerdict, 'blocked_by'>>`
    select coalesce(
      (
        select json_agg(
          json_build_object(
            'entity_context_name', context,
            'entity', json_build_object('reference', reference, 'name', name)
          )
          order by position, reference
        )
        from (
          select 1 as position, 'company' as context, company.reference, company.name, blocklist.id
          from company
          join blocklist on blocklist.partner_id = company.partner_id
            and blocklist.company_id = company.id and blocklist.group_id is null
          where company.id = tracking_number.company_id
          union all
          select 2, 'group', company_group.reference, company_group.name, blocklist.id
          from company_group_member
          join company_group on company_group.id = company_group_member.group_id
          join blocklist on blocklist.partner_id = company_group.partner_id
            and blocklist.company_id is null and blocklist.group_id = company_group.id
          where company_group_member.company_id = tracking_number.company_id
          union all
          select 3, 'partner', partner.reference, partner.name, blocklist.id
          from partner
          join blocklist on blocklist.partner_id = partner.id
            and blocklist.company_id is null and blocklist.group_id is null
          where partner.id = tracking_number.partner_id
        ) as list
        where (
          select true from blocked_number
          where blocklist_id = list.id and phone_number = ${caller_number}::text
        )
      ),
      '[]'
    ) as blocked_by
    from tracking_number
    where phone_number = ${tracking_number}
  `.execute(db)
  const [found] = rows
  return found && { allowed: found.blocked_by.length === 0, blocked_by: found.blocked_by }
}
