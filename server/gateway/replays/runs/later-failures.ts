import { type Kysely, sql, type Transaction } from 'kysely'
import { DetailBody } from '../../../../contract/errors.ts'
import { listsOf } from '../../../../contract/failed-event.ts'
import { Included } from '../../../../contract/replay-request.ts'
import { addDays, dayOf } from '../../../../contract/time/calendar-date.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError, HttpError } from '../../../http/http-error.ts'
import { eventsMatching, type MatchingDependencies } from '../../events/matching-events.ts'
import type { GatewayParts } from '../../gateway-dependencies.ts'
import { type Loop, repeat } from '../../repeat.ts'
import type { Caller, Owner } from '../../session/caller.ts'
import type { Seals } from '../../session/seals.ts'
import type { EventToReplay } from '../reading/events-to-replay.ts'
import type { RunRange } from '../reading/list-page.ts'
import { lockForChange, type StoredRun } from '../store/locks.ts'
import { skipNeedless } from '../store/queue-items.ts'
import { endOrders, isAmong, TOKEN_REFUSED } from '../store/standing-orders.ts'
import { continueLoading, startRun } from './change-run.ts'
import { createRun } from './create-run.ts'

/**
 * @param events null while Redial reads their days
 * @param none the detail if there are none
 * @throws HttpError 409 in either case
 */
export function requireEvents(events: EventToReplay[] | null, none: string): EventToReplay[] {
  if (events === null) throw detailError(409, STILL_READING)
  if (events.length === 0) throw detailError(409, none)
  return events
}

const STILL_READING =
  'Redial has not read all events of these days yet. Try again when they have been read. Nothing was sent.'

/**
 * Finds what failed for the receivers of a run since its events were frozen, and is still missing.
 *
 * @param receiver only for this one
 * @param signal of a person who waits
 * @returns null while Redial reads these days
 */
export async function laterFailures(
  dependencies: MatchingDependencies,
  caller: Caller,
  run: FrozenRun,
  { receiver, signal }: { receiver?: string; signal?: AbortSignal },
): Promise<EventToReplay[] | null> {
  const { db, timeZone } = dependencies
  const { id, created_at: since } = run
  const receivers = receiver === undefined ? await receiversOf(db, id) : [receiver]
  const matching = { receivers, state: 'missing' } as const
  const search = { matching, since, signal }
  const events = await eventsMatching(dependencies, caller, laterRange(run, timeZone), search)
  if (events === null) return null
  const frozen = await db
    .selectFrom('replay_item')
    .select(['list', 'event_id'])
    .where('run_id', '=', id)
    .where(sql<boolean>`event_id = any(${events.map(event => event.id)}::text[])`)
    .execute()
  const ids = new Set(frozen.map(({ list, event_id }) => `${list} ${event_id}`))
  return events.filter(event => !ids.has(`${event.list} ${event.id}`))
}

type FrozenRun = Pick<StoredRun, 'id' | 'list' | 'created_at'>

/** The days since a run was frozen. */
export function laterRange({ list, created_at }: FrozenRun, timeZone: string): RunRange {
  const from_date = dayOf(created_at, timeZone)
  return { list, from_date, to_date: addDays(dayOf(new Date(), timeZone), 1) }
}

async function receiversOf(db: Kysely<Schema>, runId: string): Promise<string[]> {
  const items = db.selectFrom('replay_item').select('receiver_name').where('run_id', '=', runId)
  return (await items.distinct().execute()).flatMap(({ receiver_name }) => receiver_name ?? [])
}

/** Keeps the token of the person who makes orders that take later failures. */
export async function keepToken(
  db: Kysely<Schema>,
  seals: Seals,
  caller: Caller,
  { runId, receiver, most }: { runId: string; receiver: string | undefined; most: number },
): Promise<void> {
  const isMeant = isAmong('receiver_name', receiver === undefined ? 'all' : [receiver])
  await sql`
    update standing_order set sealed = ${seals.seal(caller.authorization, sealOf(runId))},
      made_by = ${caller.tokenKey}, events_left = ${most}
    where run_id = ${runId} and ended is null and ${isMeant}
  `.execute(db)
}

function sealOf(runId: string) {
  return { purpose: 'standing order', salt: runId } as const
}

/**
 * Forgets the token that the caller's standing orders keep. They continue with the events that they have.
 *
 * @param problem what people have to know about it
 */
export async function forgetTokens(
  db: Kysely<Schema>,
  { service, account, tokenKey }: Pick<Owner, 'service' | 'account' | 'tokenKey'>,
  problem: string | null = null,
): Promise<void> {
  await sql`
    update standing_order made set sealed = null, problem = ${problem} from replay_run run
    where sealed is not null and made.made_by = ${tokenKey} and run.id = run_id
      and run.service = ${service} and run.account = ${account}
  `.execute(db)
}

/** A token may be used again so long after an attempt to read with it, or after a draft that could not be loaded. */
const AGAIN = sql`interval '10 minutes'`

type LaterReplaysDependencies = GatewayParts & { service: string; everyMs: number }

type DueOrder = Pick<StoredRun, 'id' | 'list' | 'account' | 'name' | 'created_at'> & {
  receiver: string
  who: string | null
  sealed: Buffer
  made_by: string
  events_left: number
  next_run: string | null
  /** Why it takes no more, once it has sent its events. */
  problem: string | null
  /** Whether its later failures were not looked for before. */
  is_first: boolean
}

/**
 * Adds later failures to standing orders that take them, once everything that they had is sent. What is found
 * becomes a replay of its own with the same order.
 */
export function startLaterReplays(dependencies: LaterReplaysDependencies): Loop {
  const { logger, everyMs } = dependencies
  return repeat(
    everyMs,
    signal => addLaterFailures(dependencies, signal),
    error => logger.warn(error, 'later failures of standing orders could not be added'),
  )
}

/** Looks at each order that is due, as long as there are any. */
export async function addLaterFailures(
  dependencies: LaterReplaysDependencies,
  signal: AbortSignal,
): Promise<void> {
  await forgetEnded(dependencies.db)
  for (;;) {
    const order = signal.aborted ? null : await claimOrder(dependencies)
    if (order === null) return
    await addTo(dependencies, order, signal)
  }
}

/** A token is kept no longer than its order. */
async function forgetEnded(db: Kysely<Schema>): Promise<void> {
  await sql`
    update standing_order set sealed = null from replay_run run
    where sealed is not null and run.id = run_id
      and (ended is not null or ends_at <= clock_timestamp() or run.state = 'cancelled')
  `.execute(db)
}

/** Nobody else takes the order for ten minutes. If this process dies, another one takes it then. */
async function claimOrder({ db, service }: LaterReplaysDependencies): Promise<DueOrder | null> {
  const { rows } = await sql<DueOrder>`
    with due as (
      select made.run_id, made.receiver_name, made.next_read_at is null as is_first
      from standing_order made join replay_run run on run.id = made.run_id
      where made.sealed is not null and made.ended is null and run.service = ${service}
        and coalesce(made.next_read_at, '-infinity') <= clock_timestamp()
        and run.state in ('running', 'finished', 'broken') and not exists (
          select from replay_receiver receiver
          where receiver.run_id = made.run_id and receiver.receiver_name = made.receiver_name
        )
      order by made.next_read_at nulls first limit 1 for update of made skip locked
    )
    update standing_order stored set next_read_at = clock_timestamp() + ${AGAIN}
    from due join replay_run run on run.id = due.run_id
    where stored.run_id = due.run_id and stored.receiver_name = due.receiver_name
    returning run.id, run.list, run.account, run.name, run.created_at, stored.receiver_name as receiver,
      stored.who, stored.sealed, stored.made_by, stored.events_left, stored.next_run,
      stored.problem, due.is_first
  `.execute(db)
  return rows[0] ?? null
}

const NO_MORE = 'Nothing that failed since is missing.'
const LIMIT = 'It has taken as many later failures as it may. Others are still missing.'
const DISCARDED = 'Somebody discarded the replay of its later failures, which are still missing.'
const ELSEWHERE = 'Its later failures are in a replay of their own.'

async function addTo(
  dependencies: LaterReplaysDependencies,
  order: DueOrder,
  signal: AbortSignal,
): Promise<void> {
  const { db, seals, service } = dependencies
  const end = async (ended: string, problem: string | null = ended) =>
    void (await endOrders(db, order.id, [order.receiver], ended, problem))
  const authorization = seals.open(order.sealed, sealOf(order.id))?.text
  if (authorization === undefined) return end(TOKEN_REFUSED)
  const { account, who, made_by: tokenKey } = order
  const caller = { account, service, who, tokenKey, authorization, sessionId: null }
  try {
    if (order.next_run !== null) return await startNext(dependencies, order, caller)
    if (order.is_first) {
      const { list, ...days } = laterRange(order, dependencies.timeZone)
      // The copy may be a minute old.
      for (const one of listsOf(list)) {
        await dependencies.eventReader.change(caller, { ...days, list: one }, 'again')
      }
      return await lookAgain(dependencies, order, null)
    }
    const later = await laterFailures(dependencies, caller, order, { receiver: order.receiver })
    if (later === null) return await lookAgain(dependencies, order, null)
    const events = later.slice(0, order.events_left)
    if (later.length === 0) return await end(NO_MORE, order.problem)
    if (events.length === 0) return await end(LIMIT)
    const range = laterRange(order, dependencies.timeZone)
    const request = { ...DRAFT, ...range, events, name: order.name }
    const run = await createRun(dependencies, caller, request, signal)
    const problem = events.length < later.length ? LIMIT : order.problem
    await lookAgain(dependencies, { ...order, problem }, run)
  } catch (error) {
    if (!(error instanceof HttpError) || ![401, 403, 409].includes(error.status)) throw error
    const { detail } = DetailBody.parse(error.body)
    await end(error.status === 409 ? detail : TOKEN_REFUSED)
  }
}

/** A draft or a start that includes nothing that it would skip. */
export const DRAFT = {
  start: false,
  name: null,
  reason: null,
  pace: null,
  include: [],
}

/** Starts the draft of the later failures once it has been loaded, and gives it the order. */
async function startNext(
  dependencies: LaterReplaysDependencies,
  order: DueOrder,
  caller: Caller,
): Promise<void> {
  const { db, seals, tools, fields } = dependencies
  const next = await db.transaction().execute(async trx => {
    const run = await lockForChange(trx, order.next_run ?? '', caller)
    if (run?.state === 'interrupted') {
      await continueLoading(trx, run)
      return 'reading'
    }
    if (run?.state !== 'ready') return run?.state
    const sealed = seals.seal(caller.authorization, sealOf(run.id))
    // A person may have ended the order or its token.
    if (!(await moveOrder(trx, order, run, sealed))) return 'ready'
    await skipNeedless(trx, run, 'all', dependencies.timeZone)
    await startRun(trx, { ...tools, fields }, run, Included.parse(DRAFT))
    return run.state
  })
  tools.wake()
  if (next === 'reading') return lookAgain(dependencies, order, order.next_run)
  if (next === 'cancelled') {
    await endOrders(db, order.id, [order.receiver], DISCARDED, DISCARDED)
  } else if (next !== 'ready') {
    // It could not be loaded, and a new one would fail in the same way now.
    await lookAgain(dependencies, order, null, AGAIN)
  }
}

async function lookAgain(
  { db, everyMs }: LaterReplaysDependencies,
  order: DueOrder,
  nextRun: string | null,
  pause = sql`${everyMs} * interval '1 millisecond'`,
): Promise<void> {
  await sql`
    update standing_order set next_read_at = clock_timestamp() + ${pause},
      next_run = ${nextRun}, problem = coalesce(${order.problem}, problem)
    where run_id = ${order.id} and receiver_name = ${order.receiver}
  `.execute(db)
}

/** Gives the order to another run. @returns whether it was still there */
async function moveOrder(
  trx: Transaction<Schema>,
  order: DueOrder,
  next: StoredRun,
  sealed: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    with former as (
      update standing_order set ended = ${ELSEWHERE}, sealed = null, problem = null
      where run_id = ${order.id} and receiver_name = ${order.receiver} and ended is null and sealed is not null
      returning who, ends_at, made_by, events_left
    )
    insert into standing_order (run_id, receiver_name, who, ends_at, made_by, sealed, events_left, problem)
    select ${next.id}::uuid, ${order.receiver}, who, ends_at, made_by, ${sealed}, events_left - ${next.read_found},
      ${order.problem}
    from former returning run_id
  `.execute(trx)
  return rows.length > 0
}
