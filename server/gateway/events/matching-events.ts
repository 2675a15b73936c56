import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { MatchingEvents } from '../../../contract/events-filter.ts'
import { listsOf } from '../../../contract/failed-event.ts'
import { MAX_EVENTS_NAMED } from '../../../contract/replay.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import type { EventToReplay } from '../replays/reading/events-to-replay.ts'
import type { RunRange } from '../replays/reading/list-page.ts'
import type { Caller } from '../session/caller.ts'
import { type EventRange, requireDay } from './event-parameters.ts'
import { eventSource } from './event-source.ts'
import { allEvents, toEventTarget, tooMany } from './listed-event.ts'
import type { EventReader } from './reading/event-reader.ts'
import { readRange } from './reading/mirror-store.ts'

const MAX_WAIT_MS = 10_000
const LOOK_EVERY_MS = 200

export type MatchingDependencies = {
  db: Kysely<Schema>
  timeZone: string
  eventReader: Pick<EventReader, 'requestRange'>
}

type Search = {
  matching: MatchingEvents
  /** Leaves out events that are known to have failed before. */
  since?: Date
  /**
   * Given for a person who waits: then this waits for a while if days that were read before are being read again, as
   * happens when a person opens a page.
   */
  signal?: AbortSignal | undefined
}

/**
 * Finds matching events in the gateway's copy, with the pages where the service listed them.
 *
 * @returns null if the range has not been read to its end since it was opened, so that others may match
 * @throws HttpError 400 if more match than one replay may name; for a person who waits, why a range can't be read
 */
export async function eventsMatching(
  dependencies: MatchingDependencies,
  caller: Caller,
  { list: runList, ...days }: RunRange,
  search: Search,
): Promise<EventToReplay[] | null> {
  const ofLists = await Promise.all(
    listsOf(runList).map(list => matchingOfList(dependencies, caller, { ...days, list }, search)),
  )
  const events = ofLists.flatMap(events => events ?? [])
  if (events.length > MAX_EVENTS_NAMED) throw detailError(400, tooMany(MAX_EVENTS_NAMED))
  return ofLists.includes(null) ? null : events
}

async function matchingOfList(
  { db, timeZone, eventReader }: MatchingDependencies,
  caller: Caller,
  range: EventRange,
  { matching, since, signal }: Search,
): Promise<EventToReplay[] | null> {
  requireDay(range)
  const mirrorId = await eventReader.requestRange(caller, range)
  const read = await readToItsEnd(db, mirrorId, range, signal)
  if (read === null) return null
  const source = await eventSource(db, caller, mirrorId, range, timeZone)
  const { state = 'all', ...criteria } = matching
  const query = { criteria, state, of: read, sort: undefined }
  const events: EventToReplay[] = []
  for await (const rows of await allEvents(source, query)) {
    for (const row of rows) {
      const at = row.failed_at ?? row.call_start
      if (since !== undefined && at !== null && at <= since) continue
      const { id, from_date, to_date, page, cursor, page_size } = toEventTarget(row, timeZone)
      events.push({ list: range.list, id, page, cursor, page_size, days: { from_date, to_date } })
    }
  }
  return events
}

/** How many events a range has that has been read to its end since it was opened; null for another one. */
async function readToItsEnd(
  db: Kysely<Schema>,
  mirrorId: number,
  range: EventRange,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const waitUntil = performance.now() + MAX_WAIT_MS
  for (;;) {
    const { is_stopped, problem, is_complete, is_old, read } = await readRange(db, mirrorId, range)
    signal?.throwIfAborted()
    if (signal && problem !== null) throw detailError(problem.status, problem.detail)
    if (is_stopped || problem !== null || !is_complete) return null
    if (!is_old) return read
    if (!signal || performance.now() >= waitUntil) return null
    await setTimeout(LOOK_EVERY_MS)
  }
}
