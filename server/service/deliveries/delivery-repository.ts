import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { stampIn } from '../../../contract/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { Outcome } from '../../delivery/sender.ts'
import type { FinalFailure } from '../failed-events/record-failed-events.ts'
import type { NextState } from './next-state.ts'

export type WaitingDelivery = Awaited<ReturnType<typeof waitingDeliveries>>[number]

/** Those of `ids` that still wait for an attempt, with all that it takes to make it. */
export function waitingDeliveries(db: Kysely<Schema>, ids: number[]) {
  return db
    .selectFrom('delivery')
    .innerJoin('tracking_number', 'tracking_number.id', 'delivery.tracking_number_id')
    .select([
      'delivery.id',
      'delivery.event',
      'delivery.callback_url',
      'delivery.payload',
      'delivery.attempts',
      'tracking_number.partner_id',
      'tracking_number.secret',
      'tracking_number.previous_secret',
      'tracking_number.previous_secret_until',
    ])
    .where('delivery.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('delivery.state', '=', 'waiting')
    .execute()
}

/** An attempt that was made, and what its delivery is after it. */
export type MadeAttempt = {
  /** The delivery's. */
  id: number
  url: string
  /** The partner's, as the queue knows it. */
  account: string
  /** 1 for the initial attempt. */
  number: number
  outcome: Outcome
  next: NextState
}

/**
 * Keeps attempts and moves their deliveries on (interface.md, "States and transitions"). One that
 * another process has settled in the meantime is left out: the number of the attempt is the fence.
 *
 * @returns the ids of those that were settled now
 */
export async function settleAttempts(
  trx: Transaction<Schema>,
  attempts: MadeAttempt[],
): Promise<Set<number>> {
  const endOf = ({ outcome }: MadeAttempt) => outcome.at.getTime() + outcome.duration_ms
  const { rows } = await sql<{ id: number }>`
    with made as (
      select * from unnest(
        ${attempts.map(made => made.id)}::bigint[],
        ${attempts.map(made => made.number)}::integer[],
        ${attempts.map(made => made.outcome.at.toISOString())}::timestamptz[],
        ${attempts.map(made => made.outcome.status)}::integer[],
        ${attempts.map(made => made.outcome.error)}::text[],
        ${attempts.map(made => made.outcome.duration_ms)}::integer[],
        ${attempts.map(made => made.next.state)}::text[],
        ${attempts.map(made => new Date(endOf(made) + (made.next.delayMs ?? 0)).toISOString())}::timestamptz[]
      ) as made (delivery_id, number, at, status, error, duration_ms, state, next_at)
    ), settled as (
      update delivery set
        attempts = made.number,
        state = made.state,
        next_attempt_at = made.next_at,
        settled_at = case when made.state = 'waiting' then null else made.next_at end
      from made
      where delivery.id = made.delivery_id
        and delivery.state = 'waiting'
        and delivery.attempts = made.number - 1
      returning delivery.id
    )
    insert into delivery_attempt (delivery_id, number, at, status, error, duration_ms)
    select delivery_id, number, at, status, error, duration_ms
    from made join settled on settled.id = made.delivery_id
    returning delivery_id as id
  `.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

export type ListedFailure = FinalFailure & { partnerId: number; list: FailedEventList }

/** Deliveries that were given up, as their list of failed events is to show them. */
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
      'delivery.next_attempt_at',
      'tracking_number.partner_id',
      jsonArrayFrom(
        eb
          .selectFrom('delivery_attempt')
          .select(['at', 'status', 'error', 'duration_ms'])
          .whereRef('delivery_attempt.delivery_id', '=', 'delivery.id')
          .orderBy('number'),
      ).as('attempts'),
    ])
    .where('delivery.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map(row => ({
    id: row.id,
    partnerId: row.partner_id,
    list: row.event === 'data_event' ? 'transcription_events_fail' : 'call_events_fail',
    event: row.event,
    callback_url: row.callback_url,
    attempts: row.attempts.map(attempt => ({
      ...attempt,
      at: stampIn(new Date(attempt.at), timeZone),
    })),
    failed_at: row.next_attempt_at,
    request_json: row.payload,
  }))
}
