import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type {
  ReplayItem,
  ReplayItemFilter,
  ReplayRun,
  ReplayRunDetails,
  ReplayRunItem,
} from '../../../contract/replay.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { Outcome } from '../../webhooks/http/sender.ts'
import type { Owner } from '../session/caller.ts'
import { Turns } from '../upstream/turns.ts'
import { callOfPayload } from './reading/call-of-payload.ts'
import { LISTED_FOR, noteLook } from './runs/drafts.ts'
import {
  deliveredElsewhereAt,
  isElsewhere,
  itemsToSend,
  matchesFilter,
  toExclusion,
} from './runs/excluded-items.ts'
import {
  countByReceiverAndCause,
  countExcluded,
  countItems,
  countListed,
  NOTHING_YET,
  runDetails,
  toRun,
} from './runs/run-counts.ts'
import type { StoredRun } from './runs/stored-run.ts'
import { IN_FLIGHT } from './sending/other-replays.ts'

/** One page of a run's items, of `count`. */
type ListedItems = { count: number; results: ReplayRunItem[] }

/** Which part of a list is asked for. */
type Window = { offset: number; size: number }

/** Runs, their items and attempts as they are answered. Times are in the service's zone. */
export class ReplayViews {
  readonly #db: Kysely<Schema>
  readonly #timeZone: string
  /** Each request holds one of the process's ten database connections. */
  readonly #turns = new Turns(4)

  constructor(db: Kysely<Schema>, timeZone: string) {
    this.#db = db
    this.#timeZone = timeZone
  }

  /** null where the account has no such run. One that nobody has started stays for longer. */
  findRun(id: string, owner: Owner, signal?: AbortSignal): Promise<ReplayRunDetails | null> {
    return this.#inTurn(owner.account, signal, () => this.#findRun(id, owner))
  }

  /** Limits each account, because large runs take long and other accounts need the database too. */
  async #inTurn<Seen>(
    account: string,
    signal: AbortSignal | undefined,
    look: () => Promise<Seen>,
  ): Promise<Seen> {
    const end = await this.#turns.begin(account, signal)
    try {
      return await look()
    } finally {
      end()
    }
  }

  async #findRun(id: string, owner: Owner): Promise<ReplayRunDetails | null> {
    const run = await this.#runs(owner).selectAll().where('id', '=', id).executeTakeFirst()
    if (run === undefined) return null
    if (run.started_at === null && run.state !== 'reading') await noteLook(this.#db, id)
    // The dashboard polls a loading run every second, and `read` has its progress.
    const tally =
      run.state === 'reading' ? NOTHING_YET : await countByReceiverAndCause(this.#db, id)
    const listed = new Set(tally.receivers.map(({ receiver }) => receiver))
    const out = await countExcluded(this.#db, [run], [...listed])
    const withoutReceiver = run.state === 'ready' ? await this.#withoutReceiver(id) : []
    return runDetails(run, tally, out, withoutReceiver, this.#timeZone)
  }

  /**
   * The account's runs, the newest first: those that were started, and what the owner's own token
   * prepares. A run that somebody only looked at is listed for an hour after the last look, while it
   * would send something.
   */
  listRuns(
    owner: Owner,
    window: Window,
    signal?: AbortSignal,
  ): Promise<{ count: number; runs: ReplayRun[] }> {
    return this.#inTurn(owner.account, signal, () => this.#listRuns(owner, window))
  }

  async #listRuns(
    owner: Owner,
    { offset, size }: Window,
  ): Promise<{ count: number; runs: ReplayRun[] }> {
    const listed = this.#runs(owner).where(eb =>
      eb.or([
        eb('started_at', 'is not', null),
        eb('made_by', '=', owner.madeBy).and('state', 'in', ['reading', 'broken']),
        eb('made_by', '=', owner.madeBy)
          .and('state', '=', 'ready')
          .and('looked_at', '>', sql<Date>`now() - ${LISTED_FOR}`)
          .and(eb.exists(itemsToSend(eb, owner.account))),
      ]),
    )
    const { count } = await listed
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const runs = await listed
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .offset(offset)
      .limit(size)
      .execute()
    const counts = await countItems(this.#db, runs)
    const out = await countExcluded(this.#db, runs)
    return {
      count,
      runs: runs.map(run => {
        const ofRun = <Row extends { run_id: string }>(rows: Row[]) =>
          rows.filter(({ run_id }) => run_id === run.id)
        return toRun(run, ofRun(counts), ofRun(out), this.#timeZone)
      }),
    }
  }

  /** Items of a run, in the order of the service's list; null where the account has no such run. */
  listItems(
    id: string,
    owner: Owner,
    filter: ReplayItemFilter | undefined,
    window: Window,
    signal?: AbortSignal,
  ): Promise<ListedItems | null> {
    return this.#inTurn(owner.account, signal, async () => {
      const run = await this.#runs(owner).selectAll().where('id', '=', id).executeTakeFirst()
      if (run === undefined) return null
      // The dashboard polls each page, so this counts only what the page shows.
      const count = await countListed(this.#db, run, filter)
      return { count, results: await this.#itemsOf(run, filter, window) }
    })
  }

  async #itemsOf(
    run: StoredRun,
    filter: ReplayItemFilter | undefined,
    { offset, size }: Window,
  ): Promise<ReplayRunItem[]> {
    const { account } = run
    const isReady = run.state === 'ready'
    const page = this.#db
      .selectFrom('replay_item')
      .select('id')
      .where('run_id', '=', run.id)
      .where(eb => matchesFilter(eb, filter, { isReady, account }))
      .orderBy('pass', 'desc')
      .orderBy('id')
      .offset(offset)
      .limit(size)
    const rows = await this.#items()
      .select('replay_item.payload')
      .select([
        isElsewhere(account, IN_FLIGHT).as('isInFlight'),
        deliveredElsewhereAt(account).as('deliveredAt'),
      ])
      .where('replay_item.id', 'in', page)
      .orderBy('replay_item.pass', 'desc')
      .orderBy('replay_item.id')
      .execute()
    return rows.map(({ payload, isInFlight, deliveredAt, ...row }) => ({
      ...this.#toItem(row),
      call: callOfPayload(payload, this.#timeZone),
      left_out:
        isReady && row.state === 'prepared'
          ? toExclusion({ isInFlight, deliveredAt }, this.#timeZone)
          : null,
    }))
  }

  /**
   * The latest replay of each event that has one. A skipped replay counts only if there is no other,
   * or if the one before it failed again.
   */
  async latestItems(
    list: FailedEventList,
    eventIds: string[],
    owner: Owner,
  ): Promise<ReplayItem[]> {
    if (eventIds.length === 0) return []
    const rows = await this.#itemsOfEvents(list, eventIds, owner)
      .distinctOn(['replay_item.event_id', sql`replay_item.state = 'skipped'`])
      .orderBy('replay_item.event_id')
      .orderBy(sql`replay_item.state = 'skipped'`)
      .orderBy('replay_run.started_at', 'desc')
      .orderBy('replay_item.id', 'desc')
      .execute()
    const byEvent = Map.groupBy(rows, row => row.event_id)
    return [...byEvent.values()].flatMap(ofEvent => {
      const skipped = ofEvent.find(row => row.state === 'skipped')
      const sent = ofEvent.find(row => row.state !== 'skipped')
      const isNews =
        skipped !== undefined && sent?.state === 'failed_again' && skipped.when > sent.when
      const latest = isNews ? skipped : (sent ?? skipped)
      return latest === undefined ? [] : [this.#toItem(latest)]
    })
  }

  /** Every replay of one event, the first one first. */
  async history(list: FailedEventList, eventId: string, owner: Owner): Promise<ReplayItem[]> {
    const rows = await this.#itemsOfEvents(list, [eventId], owner)
      .orderBy('replay_run.started_at')
      .orderBy('replay_item.id')
      .execute()
    return rows.map(row => this.#toItem(row))
  }

  /** Tracking numbers of a run's events without a receiver, from the first of them. */
  async #withoutReceiver(runId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('replay_item')
      .select('payload')
      .where('run_id', '=', runId)
      .where('state', '=', 'skipped')
      .where('receiver_url', 'is', null)
      .where('payload', '<>', '')
      .orderBy('pass', 'desc')
      .orderBy('id')
      .limit(EVENTS_LOOKED_AT)
      .execute()
    const numbers = rows.map(
      ({ payload }) => callOfPayload(payload, this.#timeZone)?.tracking_number ?? [],
    )
    return [...new Set(numbers.flat())]
  }

  #runs({ account, service }: Owner) {
    return this.#db
      .selectFrom('replay_run')
      .where('account', '=', account)
      .where('service', '=', service)
      .where(sql<boolean>`task is distinct from 'delete'`)
  }

  #itemsOfEvents(list: FailedEventList, eventIds: string[], owner: Owner) {
    return this.#items()
      .where('replay_item.service', '=', owner.service)
      .where('replay_item.list', '=', list)
      .where('replay_item.event_id', 'in', eventIds)
      .where('replay_run.account', '=', owner.account)
      .where('replay_run.started_at', 'is not', null)
  }

  #items() {
    return this.#db
      .selectFrom('replay_item')
      .innerJoin('replay_run', 'replay_run.id', 'replay_item.run_id')
      .select([
        'replay_item.run_id',
        'replay_item.event_id',
        'replay_item.list',
        'replay_item.state',
        'replay_item.receiver_url',
        'replay_item.reason',
        'replay_run.who',
        sql<Date>`coalesce(replay_run.started_at, replay_run.created_at)`.as('when'),
      ])
      .select(attemptsOfItem)
  }

  #toItem({ when, reason, attempts, ...item }: ItemRow): ReplayItem {
    return {
      ...item,
      reason: item.state === 'skipped' ? reason : null,
      created_at: stampIn(when, this.#timeZone),
      attempts: attempts.map(attempt => ({
        ...attempt,
        at: stampIn(new Date(attempt.at), this.#timeZone),
      })),
    }
  }
}

/** For the tracking numbers among them. */
const EVENTS_LOOKED_AT = 200

type ItemRow = Pick<
  Selectable<Schema['replay_item']>,
  'run_id' | 'event_id' | 'list' | 'state' | 'receiver_url' | 'reason'
> & {
  who: string | null
  when: Date
  attempts: (Omit<Outcome, 'at' | 'delivered'> & { at: string })[]
}

function attemptsOfItem(eb: ExpressionBuilder<Schema, 'replay_item'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('replay_attempt')
      .select(['at', 'status', 'error', 'duration_ms', 'answer'])
      .whereRef('replay_attempt.item_id', '=', 'replay_item.id')
      .orderBy('replay_attempt.id'),
  ).as('attempts')
}
