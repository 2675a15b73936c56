import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { DetailBody } from '../../../../contract/errors.ts'
import { listsOf } from '../../../../contract/failed-event.ts'
import type { PagePlace } from '../../../../contract/pages/page-place.ts'
import { formatSeconds } from '../../../../contract/text/count.ts'
import type { Clock } from '../../../config/timings.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError, HttpError } from '../../../http/http-error.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import { type Loop, repeat } from '../../repeat.ts'
import type { Caller } from '../../session/caller.ts'
import { AccountQueues } from '../../upstream/account-queues.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import {
  type Days,
  type EventToReplay,
  readAllEvents,
  readNamedEvents,
} from '../reading/events-to-replay.ts'
import { type ListRange, pathOfPage, type RunRange, readListPage } from '../reading/list-page.ts'
import { BudgetSpent, RequestBudget } from '../reading/request-budget.ts'
import { pauseBeforeRetry, requestWithBackoff } from '../reading/request-with-backoff.ts'
import { addItems, failedItems } from '../store/add-items.ts'
import { hostsToConfirm } from '../store/confirmed-receivers.ts'
import {
  deleteSurplusDrafts,
  findStoredRun,
  finishLoading,
  renewLeases,
} from '../store/run-store.ts'
import { breakRuns, startRun } from './change-run.ts'
import { frozenEvents, missingEvent } from './frozen-events.ts'
import type { ReleaseTools } from './item-releaser.ts'
import type { StartOptions } from './start-checks.ts'

type RunReaderDependencies = {
  db: Kysely<Schema>
  /** For renewing leases: a connection that went silent has to be replaced before they run out. */
  leaseDb: Kysely<Schema>
  upstream: Upstream
  fields: FieldRepository
  tools: ReleaseTools
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
  clock: Clock
  /** How long this process counts as alive after it last renewed the leases of its runs. */
  leaseMs: number
  /** How often it renews them, and looks for runs and drafts that nobody needs. */
  everyMs: number
}

export type RunLoad = {
  runId: string
  /** The token is only kept here, and only until the events are loaded. */
  owner: Caller
  range: RunRange
  /** The events of a list, or the events that failed again in another run, with their frozen payloads. */
  events: 'all' | EventToReplay[] | { failedAgainIn: string }
  /** null if the run is only prepared. */
  start: StartOptions | null
  /** The service has already asked for a pause of this many seconds. */
  pauseSeconds?: number
}

/**
 * Loads the events of runs from the service in the background, and freezes their payloads. Also breaks runs whose
 * process died, and deletes surplus drafts.
 */
export class RunReader {
  readonly #dependencies: RunReaderDependencies
  readonly #underWay = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  /** Only one run loads with a token at a time. */
  readonly #turns = new AccountQueues(1)

  readonly #loops: Loop[]

  constructor(dependencies: RunReaderDependencies) {
    this.#dependencies = dependencies
    const { db, leaseDb, logger, leaseMs, everyMs } = dependencies
    const warn = (error: unknown) => logger.warn(error, 'the maintenance of replay runs failed')
    const renew = () => renewLeases(leaseDb, [...this.#underWay.keys()])
    const maintain = async () => {
      // Their tokens died with their processes.
      await breakRuns(db, { silentForMs: leaseMs }, STOPPED)
      await deleteSurplusDrafts(db)
    }
    // Separate, so that a lease doesn't expire while the maintenance takes long.
    this.#loops = [repeat(everyMs, renew, warn), repeat(everyMs, maintain, warn)]
  }

  /**
   * Starts to load, after all other loads with this token, to be gentle to the service. The run records
   * the outcome.
   */
  begin(load: RunLoad): void {
    const { runId } = load
    const stop = new AbortController()
    const ended = this.#run(load, this.#dependencies.clock.now(), stop.signal).finally(() => {
      stop.abort()
      this.#underWay.delete(runId)
    })
    this.#underWay.set(runId, { stop, ended })
  }

  /** Stops loading a cancelled run. Another process notices the cancellation without this. */
  end(runId: string): void {
    this.#underWay.get(runId)?.stop.abort()
  }

  /** Stops loading all runs, and the maintenance. */
  async stop(): Promise<void> {
    await Promise.all(this.#loops.map(loop => loop.stop()))
    const loads = [...this.#underWay.values()]
    for (const { stop } of loads) stop.abort()
    await Promise.all(loads.map(({ ended }) => ended))
  }

  async #run(load: RunLoad, begunAt: number, signal: AbortSignal): Promise<void> {
    const { authorization } = load.owner
    const turn = { end: await this.#turns.enter(authorization) }
    const untilTriedAgain = async (failure: HttpError) => {
      turn.end()
      await this.#interrupt(load.runId, failure, signal)
      turn.end = await this.#turns.enter(authorization)
      // Nobody else ends it then.
      if (signal.aborted) turn.end()
    }
    try {
      await this.#read(load, begunAt, {
        signal,
        ...(load.start === null && { personWaits: true, untilTriedAgain }),
      })
    } catch (error) {
      const problem = signal.aborted ? STOPPED : problemOf(error)
      if (problem === OUR_FAULT) {
        this.#dependencies.logger.error(
          error,
          `the events of replay run ${load.runId} could not be loaded`,
        )
      }
      // If even this fails, the lease runs out.
      await breakRuns(this.#dependencies.db, { id: load.runId }, problem).catch(() => {})
      this.#dependencies.tools.wake()
    } finally {
      turn.end()
    }
  }

  /** Shows in a draft that the service failed, and waits until a person tries again, in any process. */
  async #interrupt(runId: string, failure: HttpError, signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#dependencies
    await db
      .updateTable('replay_run')
      .set({ state: 'interrupted', problem: problemOf(failure) })
      .where('id', '=', runId)
      .where('state', '=', 'reading')
      .execute()
    let state: string | undefined
    do {
      await clock.wait(LOOK_MS, signal)
      state = (await findStoredRun(db, runId))?.state
    } while (state === 'interrupted')
    if (state !== 'reading') throw failure
  }

  async #read(
    load: RunLoad,
    begunAt: number,
    options: Omit<Backoff, 'wait' | 'onWait'>,
  ): Promise<void> {
    const { db, fields, tools, clock } = this.#dependencies
    const { runId, events, start, pauseSeconds = 0 } = load
    const { signal } = options
    const onWait = (seconds: number | null) => showWait(db, runId, seconds)
    const backoff = { ...options, wait: clock.wait, onWait }
    // Part of the pause may be over, because this waited for its turn.
    const pause = pauseSeconds - (clock.now() - begunAt) / 1_000
    if (pause > 0) await pauseBeforeRetry(pause, backoff)
    const parts =
      typeof events === 'object' && 'failedAgainIn' in events
        ? failedItems(db, events.failedAgainIn)
        : this.#listed(load, events, backoff)
    for await (const { frozen, pass, of } of parts) {
      signal.throwIfAborted()
      const isWanted = await db.transaction().execute(async trx => {
        // A power cut that takes this back also ends the load.
        await sql`set local synchronous_commit = off`.execute(trx)
        return addItems(trx, runId, frozen, { pass, of })
      })
      if (!isWanted) return
    }
    await db.transaction().execute(async trx => {
      if (!(await finishLoading(trx, runId)) || start === null) return
      const run = await findStoredRun(trx, runId)
      // A person can confirm the receivers of a run that is ready, and start it.
      if (run === undefined || (await hostsToConfirm(trx, fields, run)).length > 0) return
      await startRun(trx, { ...tools, fields }, run, start)
    })
    tools.wake()
  }

  /** The events of the lists as the run stores them, and how many there are if the service counts them. */
  async *#listed({ owner, range }: RunLoad, events: 'all' | EventToReplay[], backoff: Backoff) {
    let missingCount = 0
    for (const list of listsOf(range.list)) {
      const named = events === 'all' ? events : events.filter(event => event.list === list)
      const missing = new Set(named === 'all' ? [] : named.map(({ id }) => id))
      const budget = RequestBudget.forRun(named)
      for await (const page of this.#pages(owner, { ...range, list }, named, budget, backoff)) {
        for (const { id } of page.events) missing.delete(id)
        const of = range.list === null ? null : page.count
        const frozen = await frozenEvents(this.#dependencies.db, owner, list, page.events)
        yield { pass: page.pass, of, frozen }
      }
      missingCount += missing.size
      requireMostListed(missingCount, events.length)
      const why = budget.isSpent ? NOT_FOUND_SO_FAR : undefined
      yield { pass: 0, of: null, frozen: Array.from(missing, id => missingEvent(list, id, why)) }
    }
  }

  async *#pages(
    { authorization, account }: Caller,
    range: ListRange,
    events: 'all' | EventToReplay[],
    budget: RequestBudget,
    backoff: Backoff,
  ) {
    const { upstream, fields } = this.#dependencies
    const fieldsOfList = await fields.of(range.list, account)
    const read = async (place: PagePlace, size: number, days: Days = range) => {
      const path = pathOfPage({ ...range, ...days }, place, size)
      const ask = () => {
        budget.spend()
        return upstream.get(path, authorization, backoff.signal)
      }
      const answer = await requestWithBackoff(ask, backoff)
      return readListPage(answer, { ...place, size }, fieldsOfList)
    }
    yield* events === 'all'
      ? readAllEvents(read, upstream.pageSize)
      : readNamedEvents(read, events, upstream.pageSize, budget)
  }
}

type Backoff = Parameters<typeof requestWithBackoff>[1]

/** How long a click on “Try again” in another process may go unnoticed. */
const LOOK_MS = 1_000

/** A run keeps each name that it doesn't find, so invented ones must not fill the disk. */
const MANY_MISSING = 1_000

/** @throws HttpError 400 */
function requireMostListed(missing: number, named: number): void {
  if (missing <= MANY_MISSING || missing <= named / 2) return
  throw detailError(
    400,
    'Redial did not find most of these events in this range. Check the list and the days, and name only events that the service lists.',
  )
}

const STOPPED = 'Redial was stopped while it read the events. Nothing was sent; start again.'
const OUR_FAULT = 'Something went wrong in Redial while it read the events. Nothing was sent.'

const NOT_FOUND_SO_FAR =
  'Redial read many pages of the list, did not find this event and stopped looking. Choose a shorter range that has it.'
const NO_END =
  'The list has more pages than Redial reads for one run. Nothing was sent. Choose a shorter range.'

function problemOf(error: unknown): string {
  if (error instanceof BudgetSpent) return NO_END
  const detail = error instanceof HttpError ? DetailBody.safeParse(error.body).data?.detail : null
  return detail == null ? OUR_FAULT : `${detail} Nothing was sent.`
}

/** Shows in the run how long the service asks Redial to wait, or that the wait is over. */
async function showWait(db: Kysely<Schema>, id: string, seconds: number | null): Promise<void> {
  const problem =
    seconds === null
      ? null
      : `The service is busy and asks for a pause of ${formatSeconds(seconds)}. Redial continues automatically after that.`
  await db.updateTable('replay_run').set({ problem }).where('id', '=', id).execute()
}
