import type { Kysely } from 'kysely'
import { UNCONFIRMED_HEADER } from '../../../contract/session.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError, type HttpError } from '../../http/http-error.ts'
import type { Owner } from '../session/caller.ts'

/** How many hosts one question names. The others are asked about afterwards. */
const MAX_ASKED = 20

/** The hosts of these receivers to which nobody of the account has allowed replays yet. */
export async function unconfirmedReceivers(
  db: Kysely<Schema>,
  { service, account }: Pick<Owner, 'service' | 'account'>,
  named: string[],
): Promise<string[]> {
  const hosts = [...new Set(named)]
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
  const known = new Set([
    ...confirmed.map(({ receiver }) => receiver),
    ...settings.map(({ url }) => URL.parse(url)?.host),
  ])
  return hosts.filter(host => !known.has(host)).sort()
}

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
}

/** The refusal after which the dashboard asks a person and sends the change again. */
export function unconfirmedError(hosts: string[]): HttpError {
  const asked = hosts.slice(0, MAX_ASKED)
  return detailError(
    409,
    `Redial found the addresses of these receivers in a field of the service and nobody has confirmed them yet: ${asked.join(', ')}. Nothing was sent. Confirm them with POST /gateway/receivers/confirmed, then send this again.`,
    { [UNCONFIRMED_HEADER]: asked.join(',') },
  )
}
