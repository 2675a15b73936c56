import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readSort, type SortOrder } from '../../../../contract/pages/sort-order.ts'
import { isLoading, type ReplayRun, type ReplayRunDetails } from '../../../../contract/replay.ts'
import { type ReplayRunSort, RUN_SORT_COLUMNS } from '../../../../contract/replay-part.ts'
import type { Schema } from '../../../database/schema.ts'
import { notFound } from '../../../http/http-error.ts'
import type { GatewayParts } from '../../gateway-dependencies.ts'
import { isOfAccount, type Owner } from '../../session/caller.ts'
import { callOfPayload } from '../reading/call-of-payload.ts'
import { whyExcluded } from './exclusions.ts'
import type { StoredRun } from './locks.ts'
import { companiesOfReceivers, companiesOfRuns } from './run-companies.ts'
import {
  countByReceiverAndCause,
  countElsewhere,
  countItems,
  countReplayedOften,
  deliveredBy,
  listsOfRun,
  NOTHING_YET,
  type RunTally,
  receiversOf,
  toPause,
  toRun,
} from './run-counts.ts'
import { pausedReceivers } from './run-receivers.ts'
import { LISTED_FOR, noteLook } from './run-store.ts'

/** The part of a list that a request asks for. */
export type Window = { offset: number; size: number }

/** How many events without a receiver are searched for their tracking numbers. */
const MAX_EVENTS_SEARCHED = 200

/** Selects the runs that the owner's account may see. */
function runsOf(db: Kysely<Schema>, { account, service }: Owner) {
  return db.selectFrom('replay_run').where(isOfAccount({ service, account }))
}

/** @throws HttpError 404 if the account has no such run */
export function runOf(db: Kysely<Schema>, owner: Owner, id: string): Promise<StoredRun> {
  return runsOf(db, owner).selectAll().where('id', '=', id).executeTakeFirstOrThrow(notFound)
}

export type RunViewsDependencies = Pick<GatewayParts, 'db' | 'timeZone'>

/**
 * The run with its receivers and causes. A draft run is kept for longer after this.
 *
 * @throws HttpError 404 if the account has no such run
 */
export async function showRun(
  { db, timeZone }: RunViewsDependencies,
  id: string,
  owner: Owner,
): Promise<ReplayRunDetails> {
  const run = await runOf(db, owner, id)
  if (run.started_at === null && run.state !== 'reading') await noteLook(db, id)
  // The dashboard polls a loading run several times a second, and `read` has its progress.
  const tally = isLoading(run) ? NOTHING_YET : await countByReceiverAndCause(db, run)
  const ofRun = isLoading(run) ? undefined : (await companiesOfRuns(db, [run])).get(id)
  const listed = tally.receivers.map(({ receiver }) => receiver)
  const companies = await companiesOfReceivers(db, id, [...new Set(listed)])
  const paused = await pausedReceivers(db, [run])
  const pauses = new Map(paused.map(one => [one.receiver_name, toPause(one, timeZone)]))
  return {
    ...toRun(run, tally.states, timeZone, paused, ofRun),
    lists: listsOfRun(tally),
    receivers: receiversOf(tally, companies, pauses),
    further_receivers: tally.further_receivers,
    causes: tally.causes.map(({ failure, ...cause }) => ({
      ...cause,
      ...(failure && { failure }),
    })),
    ...(run.state === 'ready' ? await factsOfDraft(db, run, tally, timeZone) : NO_DRAFT),
  }
}

const NO_DRAFT = {
  replayed_often: 0,
  elsewhere: [],
  delivered_by: [],
  without_receiver: [],
}

/** What a person should know before starting a draft. Looks for each of its events in other runs, so it takes long. */
async function factsOfDraft(
  db: Kysely<Schema>,
  run: StoredRun,
  { states }: RunTally,
  timeZone: string,
) {
  const isDelivered = states.some(({ why }) => why === 'already_delivered')
  const [replayed_often, elsewhere, delivered_by] = await Promise.all([
    countReplayedOften(db, run),
    countElsewhere(db, run, timeZone),
    isDelivered ? deliveredBy(db, run) : [],
  ])
  const without_receiver = await numbersWithoutReceiver(db, run.id, timeZone)
  return { replayed_often, elsewhere, delivered_by, without_receiver }
}

/** `company`: only runs with events of this company, which are counted alone. */
type RunsQuery = Window & { sort?: ReplayRunSort | undefined; company?: string | undefined }

/**
 * The account's runs, by default the newest first: all started runs, and drafts that were made with the
 * owner's own token. A draft is listed for an hour after the last look at it, if it would
 * send something. Retired runs are not listed. Times are in `timeZone`.
 */
export async function listRuns(
  db: Kysely<Schema>,
  owner: Owner,
  { offset, size, sort, company }: RunsQuery,
  timeZone: string,
): Promise<{ count: number; runs: ReplayRun[] }> {
  const listed = runsOf(db, owner)
    .where('retired', 'is', null)
    .$if(company !== undefined, runs =>
      // Without "offset 0", PostgreSQL reads all items of a new run until it has statistics about them.
      runs.where(
        sql<boolean>`exists (
          select from replay_item where run_id = replay_run.id and company = ${company} offset 0
        )`,
      ),
    )
    .where(
      sql<boolean>`(started_at is not null or made_by = ${owner.tokenKey} and (
        state in ('reading', 'interrupted', 'broken')
        or state = 'ready' and looked_at > now() - ${LISTED_FOR} and exists (
          -- It would send something.
          select from replay_item item where item.run_id = replay_run.id and item.state = 'prepared'
            and ${whyExcluded(owner.account)} is null
        )
      ))`,
    )
  const { count } = await listed
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const runs = await listed
    .selectAll()
    .orderBy(orderOfRuns(sort))
    .offset(offset)
    .limit(size)
    .execute()
  const counts = await countItems(db, runs, company)
  const companies = await companiesOfRuns(db, runs)
  const paused = await pausedReceivers(db, runs, company)
  return {
    count,
    runs: runs.map(run => {
      const ofRun = <Row extends { run_id: string }>(rows: Row[]) =>
        rows.filter(({ run_id }) => run_id === run.id)
      return toRun(run, ofRun(counts), timeZone, ofRun(paused), companies.get(run.id))
    }),
  }
}

/** Tracking numbers of the first events of a run that have no receiver. */
async function numbersWithoutReceiver(
  db: Kysely<Schema>,
  runId: string,
  timeZone: string,
): Promise<string[]> {
  const { rows } = await sql<{ payload: string }>`
    select payload from replay_item
    where run_id = ${runId} and state = 'skipped' and receiver_url is null and payload <> ''
    order by pass desc, id limit ${MAX_EVENTS_SEARCHED}
  `.execute(db)
  const numbers = rows.map(({ payload }) => callOfPayload(payload, timeZone)?.tracking_number ?? [])
  return [...new Set(numbers.flat())]
}

/*
 * The orders of lists. Rows without a value come last in either direction, and each order ends with
 * the id, so that no row is on two pages.
 */

const OF_RUN = sql`replay_item.run_id = replay_run.id`

/** Runs that are over have their counts. There are few others, and their items are counted. */
const RUN_VALUES: Record<(typeof RUN_SORT_COLUMNS)[number], RawBuilder<unknown>> = {
  created_at: sql`replay_run.created_at`,
  who: sql`lower(replay_run.who)`,
  events: sql`case
    when final_counts is not null
      then (select sum(value::integer) from jsonb_each_text(final_counts))
    when replay_run.state in ('reading', 'interrupted') then 0
    else (select count(*) from replay_item where ${OF_RUN}) end`,
  failed_again: sql`case
    when final_counts is not null then coalesce((final_counts ->> 'failed_again')::integer, 0)
    when replay_run.state in ('reading', 'interrupted', 'ready') then 0
    else (select count(*) from replay_item where ${OF_RUN} and state = 'failed_again') end`,
}

/** @param sort undefined for the newest first */
function orderOfRuns(sort: ReplayRunSort | undefined): RawBuilder<unknown> {
  const order = readSort(sort, RUN_SORT_COLUMNS, {
    column: 'created_at',
    direction: 'descending',
  } as const)
  return sql`${RUN_VALUES[order.column]} ${directionOf(order)},
    replay_run.created_at desc, replay_run.id`
}

export function directionOf({ direction }: SortOrder): RawBuilder<unknown> {
  return direction === 'descending' ? sql`desc nulls last` : sql`asc nulls last`
}
