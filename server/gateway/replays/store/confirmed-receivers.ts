import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import { requireAtMost } from '../../require-at-most.ts'
import { isOfAccount, type Owner } from '../../session/caller.ts'
import type { StoredRun } from './locks.ts'

/**
 * The hosts of a ready run to which nobody has allowed replays. Only hosts that Redial found in a
 * field of a foreign service that it recognised itself need this: a wrong guess must not send
 * callers' data anywhere.
 */
export async function hostsToConfirm(
  db: Kysely<Schema>,
  fields: FieldRepository,
  { id, service, account }: StoredRun,
): Promise<string[]> {
  if (!fields.isForeign || fields.isLocked) return []
  const lists = (await fields.all(account)).flatMap(({ list, map: { item } }) =>
    item.receiver === null || item.receiver === 'callback_url' ? [] : list,
  )
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
  const all = sql`confirmed_receiver where ${isOfAccount({ service, account })}`
  await requireAtMost(db, MAX_CONFIRMED, all, 'An account can confirm at most 10,000 hosts.')
}
