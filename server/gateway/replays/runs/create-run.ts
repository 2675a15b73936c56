import type { z } from 'zod'
import { ReplayNote } from '../../../../contract/replay.ts'
import { Included, type ReplayRequest } from '../../../../contract/replay-request.ts'
import { HttpError } from '../../../http/http-error.ts'
import type { GatewayParts } from '../../gateway-dependencies.ts'
import type { Caller } from '../../session/caller.ts'
import { type EventToReplay, findEvents } from '../reading/events-to-replay.ts'
import { parseListPage } from '../reading/parse-list-page.ts'
import { RequestBudget } from '../reading/request-budget.ts'
import { isTooLongToWait } from '../reading/request-with-backoff.ts'
import { addItems } from '../store/add-items.ts'
import { addRun, finishLoading, requireRoomToRead } from '../store/run-store.ts'
import { lockRun, startRun } from './change-run.ts'
import { frozenEvents, missingEvent } from './frozen-events.ts'
import type { RunLoad } from './run-reader.ts'

/** A request whose events are named. */
export type NamedRun = Omit<z.output<typeof ReplayRequest>, 'events'> & {
  events: 'all' | EventToReplay[]
}

type Requested = Pick<RunLoad, 'owner' | 'range' | 'start'> & { note: ReplayNote }

/**
 * Creates the requested run. A single event is loaded before this returns. Several events are loaded
 * in the background, and so is a single event if the service asks for a pause.
 *
 * @param signal aborted when the caller stops waiting, which ends the search for a single event
 * @returns its id
 * @throws HttpError if the service doesn't return the single event; 409 like `startRun`; 429 if too
 *   many other runs are being read
 */
export async function createRun(
  dependencies: GatewayParts,
  owner: Caller,
  request: NamedRun,
  signal: AbortSignal,
): Promise<string> {
  const { events, seen_run_id: seenRunId, list, from_date, to_date } = request
  const start = request.start ? Included.parse(request) : null
  const range = { list, from_date, to_date }
  const requested = { owner, range, note: ReplayNote.parse(request), start }
  const [event, ...others] = events === 'all' ? [] : events
  if (event === undefined || others.length > 0) return readMany(dependencies, requested, events)
  const single = (isAwaited: boolean) => ({
    ...requested,
    start: start && { ...start, singleEvent: { seenRunId, isAwaited } },
  })
  try {
    return await replayOne(dependencies, single(true), event, signal)
  } catch (error) {
    const pauseSeconds = pauseAsked(error)
    if (pauseSeconds === null) throw error
    return readMany(dependencies, single(false), [event], pauseSeconds)
  }
}

/** A person waits for this search. */
const MAX_PAGES = 100

const SEARCH_STOPPED = `Redial did not find this event on ${MAX_PAGES} pages of the list and stopped looking. Choose a shorter range that has it.`

async function replayOne(
  { db, upstream, fields, tools }: GatewayParts,
  { owner, range, note, start }: Requested,
  event: EventToReplay,
  signal: AbortSignal,
): Promise<string> {
  const budget = new RequestBudget(MAX_PAGES)
  const search = { range: { ...range, list: event.list }, events: [event], budget, signal }
  const listed = await findEvents({ upstream, fields }, owner, { ...search, parse: parseListPage })
  const frozen =
    listed.length > 0
      ? await frozenEvents(db, owner, event.list, listed)
      : [missingEvent(event.list, event.id, budget.isSpent ? SEARCH_STOPPED : undefined)]
  const id = await db.transaction().execute(async trx => {
    const runId = await addRun(trx, owner, { ...range, ...note, asked_for: 'named', read_of: 1 })
    await addItems(trx, runId, frozen, { pass: 1, of: 1 })
    await finishLoading(trx, runId)
    if (start !== null) {
      const run = await lockRun(trx, runId, owner, ['ready'])
      await startRun(trx, { ...tools, fields }, run, start)
    }
    return runId
  })
  tools.wake()
  return id
}

async function readMany(
  { db, reader }: GatewayParts,
  { note, ...requested }: Requested,
  events: 'all' | EventToReplay[],
  pauseSeconds?: number,
): Promise<string> {
  const { owner, range } = requested
  const asked_for = events === 'all' ? events : 'named'
  const read_of =
    events === 'all' ? null : new Set(events.map(({ list, id }) => `${list} ${id}`)).size
  const runId = await db.transaction().execute(async trx => {
    await requireRoomToRead(trx, owner, read_of ?? 0)
    return addRun(trx, owner, { ...range, ...note, asked_for, read_of })
  })
  reader.begin({ ...requested, runId, events, pauseSeconds })
  return runId
}

/**
 * The seconds that a busy service asks us to wait. Null for any other error, and for a pause that
 * only a person may end.
 */
function pauseAsked(error: unknown): number | null {
  if (!(error instanceof HttpError) || error.status !== 429) return null
  const seconds = Math.max(1, Number(error.headers['retry-after'] ?? 1))
  return isTooLongToWait(seconds) ? null : seconds
}
