import { type Kysely, sql } from 'kysely'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import { isOfAccount, type Owner } from '../../session/caller.ts'
import type { StoredRun } from './locks.ts'

/** The hosts that a ready run would send events of these lists to, and to which nobody of the account has allowed replays yet. */
export async function unconfirmedHosts(
  db: Kysely<Schema>,
  { id, service, account }: Pick<StoredRun, 'id' | 'service' | 'account'>,
  lists: FailedEventList[],
): Promise<string[]> {
  if (lists.length === 0) return []
  const { rows: unconfirmed } = await sql<{ host: string }>`
    select split_part(receiver_name, '/', 1) as host from replay_item
    where run_id = ${id} and list = any(${lists}::text[]) and state = 'prepared' and receiver_name <> ''
    except select receiver from confirmed_receiver where service = ${service} and account = ${account}
    order by host
  `.execute(db)
  if (unconfirmed.length === 0) return []
  // The person who set a receiver has entered its host.
  const settings = await db
    .selectFrom('receiver_setting')
    .select('url')
    .where(isOfAccount({ service, account }))
    .execute()
  const entered = new Set(settings.map(({ url }) => URL.parse(url)?.host))
  return unconfirmed.flatMap(({ host }) => (entered.has(host) ? [] : host))
}

/** More hosts than a service has receivers. */
const MAX_CONFIRMED = 10_000

/** @throws HttpError 409 if the account has confirmed too many */
export async function confirmReceivers(
  db: Kysely<Schema>,
  { service, account, who }: Owner,
  receivers: string[],
): Promise<void> {
  await db
    .insertInto('confirmed_receiver')
    .values([...new Set(receivers)].map(receiver => ({ service, account, receiver, who })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { count } = await db
    .selectFrom('confirmed_receiver')
    .select(hosts => hosts.fn.countAll<number>().as('count'))
    .where(isOfAccount({ service, account }))
    .executeTakeFirstOrThrow()
  if (count > MAX_CONFIRMED) throw detailError(409, 'An account can confirm at most 10,000 hosts.')
}
