import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { OWN_SERVICE, type Schema } from '../database/schema.ts'
import { PARTNERS } from '../service/administration/partners.ts'
import { addNumbers, findEntity, lockBlocklist } from '../service/blocklist/blocklist-repository.ts'
import {
  removeTrackingNumbers,
  saveCompany,
  saveGroups,
} from '../service/telephony/tracking-number-repository.ts'
import { accountOfPartner } from '../webhooks/store/delivery-repository.ts'
import {
  DEMO_BLOCKLISTS,
  DEMO_COMPANIES,
  DEMO_PARTNER,
  DEMO_PREFIXES,
  DEMO_SOURCES,
  type DemoCompany,
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
    for (const company of DEMO_COMPANIES) await addCompany(trx, partner.id, company, ports)
    await addBlocklists(trx, partner.id)
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
    await saveCompany(trx, other.id, OTHER_COMPANY)
    return partner.id
  })
}

async function addCompany(
  trx: Transaction<Schema>,
  partner_id: number,
  company: DemoCompany,
  ports: DemoPorts,
): Promise<void> {
  const company_id = await saveCompany(trx, partner_id, company)
  await saveGroups(trx, partner_id, company_id, company.groups)
  const owner = { partner_id, company_id }
  const contacts = company.agents.map(agent => ({ ...owner, ...agent }))
  await trx.insertInto('contact').values(contacts).execute()
  const numbers = company.trackingNumbers.map(trackingNumber => ({
    ...owner,
    ...trackingNumber,
    call_term_callbacks: receiverUrl(company, 'calls', ports),
    mcs_call_term_callbacks: trackingNumber.missed_call_saver
      ? receiverUrl(company, 'missed-calls', ports)
      : null,
  }))
  await trx.insertInto('tracking_number').values(numbers).execute()
}

async function addBlocklists(trx: Transaction<Schema>, partnerId: number): Promise<void> {
  for (const [context, entity, phone_numbers, note] of DEMO_BLOCKLISTS) {
    const key = await findEntity(trx, partnerId, context, entity)
    if (key === undefined) throw new Error(`The demo does not describe "${entity.reference}"`)
    await addNumbers(trx, await lockBlocklist(trx, key), phone_numbers)
    const { reference } = entity
    await trx
      .insertInto('block_note')
      .values({
        ...{ service: OWN_SERVICE, account: accountOfPartner(partnerId), context, reference },
        ...{ phone_numbers, ...note, who: 'Thandi', at: sql<Date>`now() - interval '40 days'` },
      })
      .execute()
  }
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
  await removeTrackingNumbers(trx, { partner_id: partner.id })
  await PARTNERS.remove(trx, partner.id, true)
  return true
}
