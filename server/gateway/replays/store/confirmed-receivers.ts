import type { Kysely } from 'kysely'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { receiverHost } from '../../../../contract/receiver.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { Owner } from '../../session/caller.ts'
import type { StoredRun } from './locks.ts'

/** The hosts that a ready run would send events of these lists to, and to which nobody of the account has allowed replays yet. */
export async function unconfirmedHosts(
  db: Kysely<Schema>,
  { id, service, account }: Pick<StoredRun, 'id' | 'service' | 'account'>,
  lists: FailedEventList[],
): Promise<string[]> {
  if (lists.length === 0) return []
  const prepared = await db
    .selectFrom('replay_item')
    .select('receiver_name')
    .distinct()
    .where('run_id', '=', id)
    .where('list', 'in', lists)
    .where('state', '=', 'prepared')
    .execute()
  const hosts = [...new Set(prepared.flatMap(row => row.receiver_name || []).map(receiverHost))]
  if (hosts.length === 0) return []
  const confirmed = await db
    .selectFrom('confirmed_receiver')
    .select('receiver')
    .where('service', '=', service)
    .where('account', '=', account)
    .where('receiver', 'in', hosts)
    .execute()
  // The person who set a receiver has entered its host.
  const settings = await db
    .selectFrom('receiver_setting')
    .select('url')
    .distinct()
    .where('service', '=', service)
    .where('account', '=', account)
    .execute()
  const confirmedHosts = new Set([
    ...confirmed.map(({ receiver }) => receiver),
    ...settings.map(({ url }) => URL.parse(url)?.host),
  ])
  return hosts.filter(host => !confirmedHosts.has(host)).sort()
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
    .where('service', '=', service)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  if (count > MAX_CONFIRMED) throw detailError(409, 'An account can confirm at most 10,000 hosts.')
}
