import { type Kysely, sql, type Transaction } from 'kysely'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { receiverName } from '../../../../contract/receiver.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import { BYTES_OF_ITEM, MAX_RUN_BYTES } from './run-store.ts'

/** An event as a run stores it: to be sent, or skipped for a reason. */
export type FrozenEvent = {
  list: FailedEventList
  event_id: string
  state: 'prepared' | 'skipped'
  receiver_url: string | null
  payload: string
  reason: string | null
  company: string | null
  failed_at: string | null
}

/**
 * Freezes loaded events. Ignores events that the run already has.
 *
 * @param of the number of requested events, if it is known
 * @returns false if the run was cancelled or broken in the meantime
 * @throws HttpError 400 if the payloads exceed the limit of a run
 */
export async function addItems(
  trx: Transaction<Schema>,
  runId: string,
  events: FrozenEvent[],
  { pass, of }: { pass: number; of: number | null },
): Promise<boolean> {
  const run = await trx
    .updateTable('replay_run')
    .set(eb => ({
      read_found: eb('read_found', '+', events.filter(({ payload }) => payload !== '').length),
      stored_bytes: eb('stored_bytes', '+', bytesOf(events)),
      ...(of !== null && { read_of: of }),
    }))
    .where('id', '=', runId)
    // The next page is requested while this one is stored.
    .where('state', 'in', ['reading', 'interrupted'])
    .returning(['service', 'stored_bytes'])
    .executeTakeFirst()
  if (run === undefined) return false
  if (run.stored_bytes > MAX_RUN_BYTES) throw detailError(400, TOO_LARGE)
  const names = receiverNamesOf(events)
  for (let from = 0; from < events.length; from += MAX_INSERT_BATCH) {
    const part = events.slice(from, from + MAX_INSERT_BATCH)
    await sql`
      insert into replay_item (run_id, service, list, event_id, state, receiver_url, receiver_name,
        payload, reason, failed_at, company, pass, settled_at)
      select ${runId}::uuid, ${run.service}, list, event_id, state, receiver_url, receiver_name,
        payload, reason, failed_at, company, ${pass}::integer, case when state = 'skipped' then now() end
      from unnest(
        ${part.map(({ list }) => list)}::text[],
        ${part.map(event => event.event_id)}::text[],
        ${part.map(event => event.state)}::text[],
        ${part.map(event => event.receiver_url)}::text[],
        ${part.map(event => names.get(event.receiver_url))}::text[],
        ${part.map(event => event.payload)}::text[],
        ${part.map(event => event.reason)}::text[],
        ${part.map(event => event.failed_at)}::timestamptz[],
        ${part.map(({ company }) => company)}::text[]
      ) with ordinality as event (list, event_id, state, receiver_url, receiver_name,
        payload, reason, failed_at, company, place)
      order by place
      on conflict (run_id, event_id, list) do nothing
    `.execute(trx)
  }
  return true
}

const MAX_INSERT_BATCH = 500

/** The events that failed again in a run, in the order of its list, as it froze them. */
export async function* failedItems(db: Kysely<Schema>, runId: string) {
  let last = { id: 0, pass: 2_147_483_647 }
  for (;;) {
    const { rows } = await sql<Copied>`
      select id, pass, list, event_id, 'prepared' as state, receiver_url, payload, null as reason, company,
        failed_at::text
      from replay_item
      where run_id = ${runId} and state = 'failed_again'
        and (pass < ${last.pass} or pass = ${last.pass} and id > ${last.id})
      order by pass desc, id limit ${MAX_INSERT_BATCH}
    `.execute(db)
    const [end] = rows.slice(-1)
    if (end === undefined) return
    last = end
    yield { frozen: rows, pass: 1, of: null }
  }
}

type Copied = FrozenEvent & { id: number; pass: number }

function bytesOf(events: FrozenEvent[]): number {
  return events.reduce(
    (sum, { event_id, payload }) =>
      sum + BYTES_OF_ITEM + event_id.length + Buffer.byteLength(payload),
    0,
  )
}

const TOO_LARGE =
  'The payloads of these events are more than 1 GB, which is too much for one run. Choose a shorter range.'

/** Parses each URL once, because many events go to few receivers. */
function receiverNamesOf(events: FrozenEvent[]): Map<string | null, string> {
  const urls = new Set(events.flatMap(({ receiver_url }) => receiver_url ?? []))
  return new Map(Array.from(urls, url => [url, receiverName(url)]))
}
