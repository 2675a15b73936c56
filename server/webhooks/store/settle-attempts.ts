import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Detail, NextAttempt } from '../engine/outcome-writer.ts'
import type { Outcome } from '../http/sender.ts'
import type { DeliveryQueues } from './add-deliveries.ts'
import { finalFailures } from './delivery-repository.ts'
import { recordFailedEvents, removeFailedEvents } from './record-failed-events.ts'
import type { NextState } from './retry-schedule.ts'

/** An attempt that was made, and the state of its delivery after it. */
export type MadeAttempt = {
  id: number
  url: string
  /** The partner's account, as the queue identifies it. */
  account: string
  /** 1 for the initial attempt. */
  number: number
  outcome: Outcome
  next: NextState
}

/**
 * Records attempts and updates their deliveries (docs/interface.md, "States and transitions"). The
 * number of the attempt is the fence: if two processes made the same attempt, the first record
 * counts, unless the second one was answered 200. The receiver has the event then, so it is delivered
 * and no longer listed as failed, whichever of the two is recorded first.
 *
 * A first attempt that succeeds is recorded only in its delivery, because most do.
 *
 * @returns the ids of the deliveries that were updated
 */
async function settleAttempts(
  trx: Transaction<Schema>,
  attempts: MadeAttempt[],
  { detail, delisted }: Pick<RecordSettings, 'detail' | 'delisted'>,
): Promise<Set<number>> {
  const isFirstSuccess = ({ number, next }: MadeAttempt) =>
    number === 1 && next.state === 'delivered'
  const others = attempts.filter(attempt => !isFirstSuccess(attempt))
  const settled = new Set([
    ...(await settleFirstSuccesses(trx, attempts.filter(isFirstSuccess))),
    ...(await settleOthers(trx, others, detail)),
  ])
  const missed = attempts.filter(({ id, outcome }) => outcome.delivered && !settled.has(id))
  if (missed.length > 0) {
    const ids = await overrideFailures(trx, missed, detail)
    if (ids.length > 0) await delisted?.(trx, ids)
  }
  return settled
}

async function settleFirstSuccesses(
  trx: Transaction<Schema>,
  attempts: MadeAttempt[],
): Promise<number[]> {
  if (attempts.length === 0) return []
  const ids = attempts.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    update delivery set attempts = 1, state = 'delivered', settled_at = now()
    where id = any(${ids}::bigint[]) and state = 'waiting' and attempts = 0
    returning id
  `.execute(trx)
  return rows.map(({ id }) => id)
}

async function settleOthers(
  trx: Transaction<Schema>,
  attempts: MadeAttempt[],
  detail: Detail,
): Promise<number[]> {
  if (attempts.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    with made as (${madeRows(attempts, detail)}), settled as (
      update delivery set
        attempts = made.number,
        state = made.state,
        next_attempt_at = job_queue.job_now() + made.delay_ms * interval '1 millisecond',
        settled_at = case when made.state = 'waiting' then null else made.ended_at end
      from made
      where delivery.id = made.delivery_id
        and delivery.state = 'waiting'
        and delivery.attempts = made.number - 1
      returning delivery.id
    ), recorded as (${insertAttempts(detail)})
    select id from settled
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Their claims expired, and another process recorded a failure of the same attempts first.
 *
 * @returns the ids of their deliveries, which are no longer listed as failed
 */
async function overrideFailures(
  trx: Transaction<Schema>,
  attempts: MadeAttempt[],
  detail: Detail,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (${madeRows(attempts, detail)}), settled as (
      update delivery set state = 'delivered', settled_at = made.ended_at
      from made
      where delivery.id = made.delivery_id
        and delivery.state <> 'delivered'
        and delivery.attempts >= made.number
      returning delivery.id
    ), recorded as (
      ${insertAttempts(detail)}
      on conflict (delivery_id, number) do update set
        at = excluded.at, status = excluded.status, error = null, cause = null,
        duration_ms = excluded.duration_ms
    )
    select id from settled
  `.execute(trx)
  const ids = rows.map(({ id }) => id)
  await removeFailedEvents(trx, ids)
  return ids
}

function madeRows(attempts: MadeAttempt[], detail: Detail) {
  const outcomes = attempts.map(({ outcome }) => outcome)
  const endOf = ({ at, duration_ms }: Outcome) => new Date(at.getTime() + duration_ms).toISOString()
  return sql`
    select * from unnest(
      ${attempts.map(({ id }) => id)}::bigint[],
      ${attempts.map(({ number }) => number)}::integer[],
      ${outcomes.map(({ at }) => at.toISOString())}::timestamptz[],
      ${outcomes.map(({ status }) => status)}::integer[],
      ${outcomes.map(({ error }) => (detail === 'all' ? error : error && ERROR_TEXT_NOT_STORED))}::text[],
      ${outcomes.map(({ cause }) => cause && JSON.stringify(cause))}::jsonb[],
      ${outcomes.map(({ duration_ms }) => duration_ms)}::integer[],
      ${attempts.map(({ next }) => next.state)}::text[],
      ${outcomes.map(endOf)}::timestamptz[],
      ${attempts.map(({ next }) => next.delayMs ?? 0)}::float8[]
    ) as made (delivery_id, number, at, status, error, cause, duration_ms, state, ended_at, delay_ms)
  `
}

const ERROR_TEXT_NOT_STORED = 'failed; the text of its error could not be stored'

/** Inserts the attempts whose deliveries are settled. */
function insertAttempts(detail: Detail) {
  const keepsAttempts = detail === 'all' || detail === 'without error text'
  return sql`
    insert into delivery_attempt (delivery_id, number, at, status, error, cause, duration_ms)
    select delivery_id, number, at, status, error, cause, duration_ms
    from made join settled on settled.id = made.delivery_id
    where ${keepsAttempts ? sql`true` : sql`false`}
  `
}

type RecordSettings = {
  queues: Pick<DeliveryQueues, 'retries'>
  timeZone: string
  /** Which part to record, if the database refuses the whole. */
  detail: Detail
  delisted?: Delisted | undefined
}

/** Called with the ids of events that a late 200 has taken off the lists, in the same transaction. */
export type Delisted = (trx: Transaction<Schema>, ids: number[]) => Promise<void>

/**
 * Records attempts, updates their deliveries, and lists those whose last attempt failed
 * (docs/interface.md, "States and transitions").
 *
 * @returns the retries to make
 */
export async function recordAttempts(
  trx: Transaction<Schema>,
  attempts: MadeAttempt[],
  { queues, timeZone, detail, delisted }: RecordSettings,
): Promise<NextAttempt[]> {
  const settled = await settleAttempts(trx, attempts, { detail, delisted })
  const now = attempts.filter(({ id }) => settled.has(id))
  const failed = now.filter(({ next }) => next.state === 'failed')
  if (failed.length > 0 && detail !== 'result alone') {
    const ids = failed.map(({ id }) => id)
    const failures = await finalFailures(trx, ids, timeZone)
    const lists = Map.groupBy(failures, ({ partnerId, list }) => `${partnerId} ${list}`)
    for (const ofList of lists.values()) {
      const [first] = ofList
      if (first === undefined) continue
      const { partnerId, list } = first
      await recordFailedEvents(trx, { partnerId, list, timeZone }, ofList)
    }
  }
  return now.flatMap(({ id, number, url, account, next }) =>
    next.state === 'waiting'
      ? [
          {
            queue: queues.retries,
            attempt: { id, number: number + 1, url, account, delayMs: next.delayMs },
          },
        ]
      : [],
  )
}
