import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { DueAttempt } from '../engine/attempt-queue.ts'
import type { FinalFailure } from './record-failed-events.ts'
import type { SigningSecrets } from './replay-headers.ts'

/** A delivery that waits for an attempt, with everything needed to make it. */
export type WaitingDelivery = SigningSecrets & {
  id: number
  payload: string
  /** The number of attempts that were made and recorded. */
  attempts: number
  partner_id: number
  /** The partner's account, as the gateway identifies it. */
  account: string
  url: string
  /** How long its attempt has been due, by the database's clock. */
  latenessMs: number
}

/** The deliveries that still wait for their due attempt, by the id of its job. */
export async function waitingDeliveries(
  db: Kysely<Schema>,
  due: DueAttempt[],
): Promise<Map<string, WaitingDelivery>> {
  const { rows } = await sql<WaitingDelivery>`
    select delivery.id, delivery.callback_url as url, delivery.payload, delivery.attempts,
      (extract(epoch from job_queue.job_now() - delivery.next_attempt_at) * 1000)::float8 as "latenessMs",
      number.partner_id, number.secret, number.previous_secret, number.previous_secret_until
    from delivery join tracking_number number on number.id = delivery.tracking_number_id
    where delivery.id = any(${due.map(({ id }) => id)}::bigint[]) and delivery.state = 'waiting'
  `.execute(db)
  for (const row of rows) row.account = accountOfPartner(row.partner_id)
  const waiting = new Map(rows.map(row => [row.id, row]))
  return new Map(
    due.flatMap(({ id, jobId, number }) => {
      const delivery = waiting.get(id)
      // The leftover job of an attempt that was made has another number.
      return delivery?.attempts === number - 1 ? [[jobId, delivery]] : []
    }),
  )
}

export type ListedFailure = FinalFailure & { partnerId: number; list: FailedEventList }

/** In the order in which `removeFailedEvents` locks lists, so that no two transactions wait for each other. */
export async function finalFailures(
  trx: Transaction<Schema>,
  ids: number[],
  timeZone: string,
): Promise<ListedFailure[]> {
  const rows = await trx
    .selectFrom('delivery')
    .innerJoin('tracking_number', 'tracking_number.id', 'delivery.tracking_number_id')
    .select(eb => [
      'delivery.id',
      'delivery.event',
      'delivery.callback_url',
      'delivery.payload',
      'delivery.settled_at',
      'tracking_number.partner_id',
      jsonArrayFrom(
        eb
          .selectFrom('delivery_attempt')
          .select(['at', 'status', 'error', 'cause', 'duration_ms'])
          .whereRef('delivery_attempt.delivery_id', '=', 'delivery.id')
          .orderBy('number'),
      ).as('attempts'),
    ])
    .where('delivery.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('tracking_number.partner_id')
    .orderBy(sql`delivery.event = 'data_event'`)
    .execute()
  return rows.map(row => ({
    id: row.id,
    partnerId: row.partner_id,
    list: row.event === 'data_event' ? 'transcription_events_fail' : 'call_events_fail',
    event: row.event,
    callback_url: row.callback_url,
    attempts: row.attempts.map(({ cause, ...attempt }) => ({
      ...attempt,
      at: stampIn(new Date(attempt.at), timeZone),
      ...(cause && { cause }),
    })),
    failed_at: row.settled_at ?? new Date(),
    request_json: row.payload,
  }))
}

/** The partner's account for the gateway and the job queue. */
export function accountOfPartner(partnerId: number): string {
  return `partner ${partnerId}`
}
