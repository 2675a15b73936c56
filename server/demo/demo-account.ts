import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { PARTNERS } from '../service/administration/partners.ts'
import { removeTrackingNumber } from '../service/telephony/tracking-number-repository.ts'
import {
  DEMO_BLOCKLISTS,
  DEMO_COMPANIES,
  DEMO_GROUPS,
  DEMO_PARTNER,
  DEMO_PREFIXES,
  DEMO_SOURCES,
  OTHER_COMPANY,
  OTHER_PARTNER,
} from './demo-companies.ts'
import { type DemoPorts, receiverUrl } from './demo-receivers.ts'

/**
 * Creates the demo partner with everything that belongs to it, and a second partner, unless they exist.
 *
 * @returns the demo partner's id
 */
export async function openDemoAccount(db: Kysely<Schema>, ports: DemoPorts): Promise<number> {
  return db.transaction().execute(async trx => {
    const partner = await trx
      .insertInto('partner')
      .values(DEMO_PARTNER)
      .onConflict(conflict => conflict.column('reference').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (partner === undefined) {
      const { id } = await trx
        .selectFrom('partner')
        .select('id')
        .where('reference', '=', DEMO_PARTNER.reference)
        .executeTakeFirstOrThrow()
      return id
    }
    const groups = await insertGroups(trx, partner.id)
    const companies = await insertCompanies(trx, partner.id, groups, ports)
    await insertBlocklists(trx, partner.id, companies, groups)
    await trx
      .insertInto('available_source')
      .values(DEMO_SOURCES.map(name => ({ partner_id: partner.id, name })))
      .execute()
    await trx
      .insertInto('tn_prefix')
      .values(DEMO_PREFIXES)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const other = await trx
      .insertInto('partner')
      .values(OTHER_PARTNER)
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('company')
      .values({ partner_id: other.id, ...OTHER_COMPANY })
      .execute()
    return partner.id
  })
}

/** Ids by reference. */
type Ids = Map<string, number>

async function insertGroups(trx: Transaction<Schema>, partner_id: number): Promise<Ids> {
  const rows = await trx
    .insertInto('company_group')
    .values(DEMO_GROUPS.map(group => ({ partner_id, ...group })))
    .returning(['id', 'reference'])
    .execute()
  return new Map(rows.map(({ reference, id }) => [reference, id]))
}

async function insertCompanies(
  trx: Transaction<Schema>,
  partner_id: number,
  groups: Ids,
  ports: DemoPorts,
): Promise<Ids> {
  const ids: Ids = new Map()
  for (const company of DEMO_COMPANIES) {
    const { reference, name, agents, trackingNumbers } = company
    const { id: company_id } = await trx
      .insertInto('company')
      .values({ partner_id, reference, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(reference, company_id)
    const owner = { partner_id, company_id }
    const contacts = agents.map(agent => ({ ...owner, ...agent }))
    await trx.insertInto('contact').values(contacts).execute()
    const numbers = trackingNumbers.map(trackingNumber => ({
      ...owner,
      ...trackingNumber,
      call_term_callbacks: receiverUrl(company, 'calls', ports),
      mcs_call_term_callbacks: trackingNumber.missed_call_saver
        ? receiverUrl(company, 'missed-calls', ports)
        : null,
    }))
    await trx.insertInto('tracking_number').values(numbers).execute()
    const memberships = company.groups.map(group => ({ group_id: idOf(groups, group), company_id }))
    await trx.insertInto('company_group_member').values(memberships).execute()
  }
  return ids
}

async function insertBlocklists(
  trx: Transaction<Schema>,
  partner_id: number,
  companies: Ids,
  groups: Ids,
): Promise<void> {
  for (const { company, group, phoneNumbers } of DEMO_BLOCKLISTS) {
    const { id } = await trx
      .insertInto('blocklist')
      .values({
        partner_id,
        company_id: company === undefined ? null : idOf(companies, company),
        group_id: group === undefined ? null : idOf(groups, group),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('blocked_number')
      .values(phoneNumbers.map(phone_number => ({ blocklist_id: id, phone_number })))
      .execute()
  }
}

function idOf(ids: Ids, reference: string): number {
  const id = ids.get(reference)
  if (id === undefined) throw new Error(`The demo names "${reference}" but doesn't describe it`)
  return id
}

/**
 * Removes the demo account with its tokens and all that belongs to it, the second partner of the
 * demo, and what the demo keeps in `folder`, which is DATA_DIR. A start without DEMO=off makes them
 * again.
 *
 * @returns whether there was a demo account
 */
export async function removeDemo(db: Kysely<Schema>, folder: string): Promise<boolean> {
  const isRemoved = await db.transaction().execute(async trx => {
    const removed = [
      await removePartner(trx, DEMO_PARTNER),
      await removePartner(trx, OTHER_PARTNER),
    ]
    for (const { prefix, name } of DEMO_PREFIXES) {
      await trx
        .deleteFrom('tn_prefix')
        .where('prefix', '=', prefix)
        .where('name', '=', name)
        .execute()
    }
    return removed.includes(true)
  })
  await rm(join(folder, 'demo'), { recursive: true, force: true })
  return isRemoved
}

async function removePartner(
  trx: Transaction<Schema>,
  { reference, name }: { reference: string; name: string },
): Promise<boolean> {
  const partner = await trx
    .selectFrom('partner')
    .select('id')
    .where('reference', '=', reference)
    .where('name', '=', name)
    .executeTakeFirst()
  if (partner === undefined) return false
  const numbers = await trx
    .selectFrom('tracking_number')
    .select('phone_number')
    .where('partner_id', '=', partner.id)
    .where('removed_at', 'is', null)
    .execute()
  for (const { phone_number } of numbers) await removeTrackingNumber(trx, phone_number)
  await PARTNERS.remove(trx, partner.id, true)
  return true
}
