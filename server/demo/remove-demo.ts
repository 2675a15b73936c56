import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { PARTNERS } from '../service/administration/partners.ts'
import { removeTrackingNumber } from '../service/telephony/tracking-number-repository.ts'
import { DEMO_PARTNER, DEMO_PREFIXES, OTHER_PARTNER } from './demo-companies.ts'

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
  return PARTNERS.remove(trx, partner.id, true)
}
