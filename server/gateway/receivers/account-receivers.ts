import type { Kysely } from 'kysely'
import { type Receiver, type ReceiverSetting, receiverName } from '../../../contract/receiver.ts'
import type { Schema } from '../../database/schema.ts'
import { receiversOfNumbers } from '../events/event-source.ts'
import { isOfAccount, type Owner } from '../session/caller.ts'
import { stamped } from '../stamped.ts'
import { receiverStates, type StatesQuery } from './receiver-states.ts'

/** All receivers of the account with their states. Receivers that need a person come first. */
export async function receiversOfAccount(
  db: Kysely<Schema>,
  owner: Owner,
  query: Omit<StatesQuery, 'numbers' | 'company'>,
): Promise<Receiver[]> {
  const { timeZone, live = new Map() } = query
  const [settings, numbers] = await Promise.all([
    receiverSettings(db, owner, timeZone),
    receiversOfNumbers(db, owner),
  ])
  const rows = await receiverStates(db, owner, { ...query, numbers })
  const ofReceivers = Map.groupBy(settings, ({ url }) => receiverName(url))
  return rows.map(({ calls, ai_events, missing_since: _since, recent: _, companies, ...row }) => ({
    ...stamped(row, timeZone),
    companies: companies.length > 0 ? companies : (live.get(row.receiver)?.companies ?? []),
    live: live.get(row.receiver) ?? null,
    missing: { call_events_fail: calls, transcription_events_fail: ai_events },
    tracking_numbers: ofReceivers.get(row.receiver)?.length ?? 0,
  }))
}

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
