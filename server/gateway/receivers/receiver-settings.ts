import type { Kysely } from 'kysely'
import type { ReceiverSetting } from '../../../contract/receiver.ts'
import type { Schema } from '../../database/schema.ts'
import { isOfAccount, type Owner } from '../session/caller.ts'
import { stamped } from '../stamped.ts'

/** Where events go that name no receiver, for each tracking number of an account. */
export async function receiverSettings(
  db: Kysely<Schema>,
  { service, account }: Owner,
  timeZone: string,
): Promise<ReceiverSetting[]> {
  const rows = await db
    .selectFrom('receiver_setting')
    .select(['tracking_number', 'url', 'who', 'set_at'])
    .where(isOfAccount({ service, account }))
    .orderBy('tracking_number')
    .execute()
  return rows.map(row => stamped(row, timeZone))
}
