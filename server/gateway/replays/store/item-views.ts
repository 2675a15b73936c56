import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { readSort } from '../../../../contract/pages/sort-order.ts'
import {
  Exclusion,
  type ReplayItem,
  type ReplayItemFilter,
  ReplayItemState,
  type ReplayRunItem,
} from '../../../../contract/replay.ts'
import { ITEM_SORT_COLUMNS, type ReplayItemSort } from '../../../../contract/replay-part.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Account, Owner } from '../../session/caller.ts'
import { stamped } from '../../stamped.ts'
import { callOfPayload } from '../reading/call-of-payload.ts'
import { exclusionOf, replaysOf, whyExcluded } from './exclusions.ts'
import type { StoredRun } from './locks.ts'
import { CAUSE } from './run-counts.ts'
import { directionOf, runOf, type Window } from './run-views.ts'

/** The part of a run's items that a request asks for; without `sort`, in the service's order. */
export type ItemsQuery = Window & {
  filter: ReplayItemFilter | undefined
  sort: ReplayItemSort | undefined
  /** Only items that failed again or were skipped for one of these. */
  causes?: string[] | undefined
}

/**
 * A page of a run's items, and the number of items on all pages.
 *
 * @throws HttpError 404 if the account has no such run
 */
export async function listItems(
  db: Kysely<Schema>,
  id: string,
  owner: Owner,
  query: ItemsQuery,
  timeZone: string,
): Promise<{ count: number; results: ReplayRunItem[] }> {
  const run = await runOf(db, owner, id)
  const items = matchingItems(db, run, query)
  const { count } = await items
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const order = orderOfItems(query.sort)
  const page = items.select('id').orderBy(order).offset(query.offset).limit(query.size)
  const rows = await selectItems(db)
    .select('item.payload')
    .select(
      sql<Exclusion | null>`case when item.state = 'prepared' and replay_run.state = 'ready'
        then (select to_json(exclusion) from ${exclusionOf(run.account)}) end`.as('exclusion'),
    )
    .where('item.id', 'in', page)
    .orderBy(order)
    .execute()
  const results = rows.map(({ payload, exclusion, ...row }) => ({
    ...toItem(row, timeZone),
    call: callOfPayload(payload, timeZone),
    left_out: exclusion && {
      why: exclusion.why,
      at: exclusion.at && stampIn(new Date(exclusion.at), timeZone),
      who: exclusion.who,
    },
  }))
  return { count, results }
}

function matchingItems(
  db: Kysely<Schema>,
  { id, state, account }: StoredRun,
  { filter, causes }: ItemsQuery,
) {
  const items = db
    .selectFrom('replay_item as item')
    .where('run_id', '=', id)
    .$if(causes !== undefined, items => items.where(CAUSE, 'in', causes ?? []))
  if (filter === undefined) return items
  if (filter === 'queued' && state !== 'ready')
    return items.where('item.state', 'in', ['prepared', 'queued'])
  const why = Exclusion.shape.why.safeParse(filter).data
  if (why === undefined && (filter !== 'prepared' || state !== 'ready')) {
    return items.where(sql`item.state`, '=', filter)
  }
  return items
    .where('item.state', '=', 'prepared')
    .where(whyExcluded(account), 'is not distinct from', why ?? null)
}

/**
 * The replays of some events by an account: all, the oldest first, or only the latest of each event. A skipped
 * replay sent nothing, so it counts as the latest only if there is no other.
 */
export async function replaysOfEvents(
  db: Kysely<Schema>,
  list: FailedEventList,
  eventIds: string[],
  { service, account }: Account,
  { timeZone, isLatest = false }: { timeZone: string; isLatest?: boolean },
): Promise<ReplayItem[]> {
  const order = isLatest
    ? sql`item.event_id, item.state = 'skipped', replay_run.started_at desc, item.id desc`
    : sql`replay_run.started_at, item.id`
  const rows = await selectItems(db)
    .where('item.service', '=', service)
    .where('item.list', '=', list)
    .where('item.event_id', 'in', eventIds)
    .where('replay_run.account', '=', account)
    .where('replay_run.started_at', 'is not', null)
    .$if(isLatest, items => items.distinctOn('item.event_id'))
    .orderBy(order)
    .execute()
  return rows.map(row => toItem(row, timeZone))
}

function selectItems(db: Kysely<Schema>) {
  return db
    .selectFrom('replay_item as item')
    .innerJoin('replay_run', 'replay_run.id', 'item.run_id')
    .select([
      'item.run_id',
      'item.event_id',
      'item.list',
      'item.state',
      'item.receiver_url',
      'item.reason',
      'replay_run.who',
      sql<Date>`coalesce(replay_run.started_at, replay_run.created_at)`.as('created_at'),
    ])
    .select(attemptsOfItem)
    .select(
      sql<ReplayItem['waits_for']>`case when item.state in ('prepared', 'queued') then
        case when replay_run.state = 'paused' then 'person' else (
          select case when ended is null and made_at is not null then 'recovery' when wait_until is null then 'person' end
          from replay_receiver receiver left join standing_order using (run_id, receiver_name)
          where run_id = item.run_id and receiver_name = item.receiver_name and pause is not null
        ) end end`.as('waits_for'),
    )
    .select(sql<number>`(${replaysOf(sql.ref('replay_run.account'))})`.as('replays'))
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number]

function attemptsOfItem(eb: ExpressionBuilder<{ item: Schema['replay_item'] } & Schema, 'item'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('replay_attempt')
      .select(['at', 'status', 'error', 'cause', 'duration_ms', 'answer'])
      .whereRef('replay_attempt.item_id', '=', 'item.id')
      .orderBy('replay_attempt.id'),
  ).as('attempts')
}

function toItem({ reason, attempts, ...item }: ItemRow, timeZone: string): ReplayItem {
  return {
    ...stamped(item, timeZone),
    // A job that it had before it waited sends nothing.
    state: item.waits_for ? 'prepared' : item.state,
    reason: item.state === 'skipped' ? reason : null,
    attempts: attempts.map(({ at, ...attempt }) => ({
      ...attempt,
      at: stampIn(new Date(at), timeZone),
    })),
  }
}

const ITEM_VALUES: Record<(typeof ITEM_SORT_COLUMNS)[number], RawBuilder<unknown>> = {
  company: sql`lower(item.company)`,
  receiver_url: sql`item.receiver_url`,
  state: sql`array_position(${sql.lit(`{${ReplayItemState.options.join(',')}}`)}::text[],
    item.state)`,
  sent_at: sql`(select max(at) from replay_attempt where item_id = item.id)`,
}

/** @param sort undefined for the order of the service's list */
function orderOfItems(sort: ReplayItemSort | undefined): RawBuilder<unknown> {
  const asListed = sql`item.pass desc, item.id`
  const order = readSort(sort, ITEM_SORT_COLUMNS, undefined)
  if (order === undefined) return asListed
  return sql`${ITEM_VALUES[order.column]} ${directionOf(order)}, ${asListed}`
}
