import type { Transaction } from 'kysely'
import { receiverHost } from '../../../../contract/receiver.ts'
import type { Schema } from '../../../database/schema.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import { unconfirmedError, unconfirmedReceivers } from '../../receivers/confirmed-receivers.ts'
import type { StoredRun } from '../store/locks.ts'

/**
 * The hosts of a ready run to which nobody has allowed replays. Only hosts that Redial found in a
 * field of a foreign service that it recognized itself need this: a wrong guess must not send
 * callers' data anywhere.
 */
export async function unconfirmedOf(
  trx: Transaction<Schema>,
  fields: FieldRepository,
  run: StoredRun,
): Promise<string[]> {
  if (!fields.isForeign || fields.isLocked) return []
  const receiver = (await fields.of(run.list))?.map.item.receiver ?? null
  if (receiver === null || receiver === 'callback_url') return []
  const rows = await trx
    .selectFrom('replay_item')
    .select('receiver_name')
    .distinct()
    .where('run_id', '=', run.id)
    .where('state', '=', 'prepared')
    .execute()
  const hosts = rows.flatMap(({ receiver_name: name }) => (name ? [receiverHost(name)] : []))
  return unconfirmedReceivers(trx, run, hosts)
}

/** @throws HttpError 409 with the hosts that a person has to confirm */
export async function requireConfirmed(
  trx: Transaction<Schema>,
  fields: FieldRepository,
  run: StoredRun,
): Promise<void> {
  const hosts = await unconfirmedOf(trx, fields, run)
  if (hosts.length > 0) throw unconfirmedError(hosts)
}
