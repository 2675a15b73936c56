import type { FullEvent } from '../../../contract/event-page.ts'
import {
  EventsOrder,
  type ListedEvent,
  type NamedEvents,
  type Reading,
} from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { pause, requestWithRetries } from '../../api/retries.ts'
import { filterOf } from '../event/list/list-search.ts'
import { requestFullEvents, requestListedEvents } from '../event/request-events.ts'
import { rangeParameters } from '../range/events-query.ts'
import {
  changeReading,
  POLL_WHILE_READING_MS,
  readingError,
  requestReading,
} from '../range/use-reading.ts'
import { type ExportRequest, needsPayloads } from './export-request.ts'

/** How often the payloads of a list that changes meanwhile are looked for. */
const MAX_PASSES = 2

/** As many as a page of the service has. */
const EVENTS_PER_REQUEST = 100

/** An event of the gateway's copy, with what only the service has if the file needs it. */
export type ExportedEvent = { listed: ListedEvent; full: FullEvent | undefined }

/** The events of an export. `of` is how many were requested. */
export type Gathered = { events: ExportedEvent[]; of: number; isWhole: boolean }

/** The events of an export, and those whose payloads are loaded so far, by their keys. */
export type Part = { listed: ListedEvent[] | null; loaded: Map<string, FullEvent> }

export type Progress = {
  /** The gateway reads the list, or the browser loads the payloads. */
  step: 'read' | 'loaded'
  done: number
  /** null if the service doesn't count. */
  of: number | null
  /** The seconds that a busy service asks to wait. */
  wait: number | null
}

type Reporting = { signal: AbortSignal; onProgress: (progress: Progress) => void }

/**
 * Returns the requested events in the order on screen, and loads what `part` doesn't have yet.
 *
 * @throws ApiError if a request failed finally; the signal's reason if it is aborted. `part` has the events so far
 */
export async function gatherEvents(
  request: ExportRequest,
  part: Part,
  reporting: Reporting,
): Promise<Gathered> {
  part.listed ??= await listedEvents(request, reporting)
  for (let pass = 1; ; pass++) {
    if (needsPayloads(request)) await loadPayloads(request.list, part, reporting)
    const gathered = gatheredOf(request, part)
    if (gathered.isWhole || pass === MAX_PASSES || request.scope === 'selected') return gathered
    // The others may have left the list since the gateway read it.
    part.listed = await listedEvents(request, reporting, true)
  }
}

/** The events so far. */
export function gatheredOf(request: ExportRequest, { listed, loaded }: Part): Gathered {
  const needsFull = needsPayloads(request)
  const events = (listed ?? []).flatMap(event => {
    const full = loaded.get(event.key)
    return needsFull && full === undefined ? [] : { listed: event, full }
  })
  const selectedCount = request.scope === 'selected' ? request.selected.length : 0
  const of = Math.max(selectedCount, listed?.length ?? 0)
  return { events, of, isWhole: events.length === of }
}

/** @param again whether the gateway reads days once more that were over when it read them */
async function listedEvents(
  request: ExportRequest,
  reporting: Reporting,
  again = false,
): Promise<ListedEvent[]> {
  const { list, search, scope, selected: ids } = request
  const { signal } = reporting
  const range: NamedEvents = { ...rangeParameters(list, search), state: 'all' }
  if (scope === 'selected') {
    // They may have been read although the rest of the range has not.
    return requestListedEvents({ ...range, ids }, signal, async () =>
      reportReading((await requestReading(list, search, signal)).reading, reporting),
    )
  }
  await readWholeRange(request, reporting, again)
  if (scope === 'all') return requestListedEvents(range, signal)
  const sort = EventsOrder.safeParse(search.sort).data
  return requestListedEvents({ ...filterOf({ list, search }), sort }, signal)
}

/**
 * Adds the payloads that are missing, unless the service no longer lists their events.
 *
 * @throws ApiError if a request failed finally; the signal's reason if it is aborted
 */
async function loadPayloads(
  list: FailedEventList,
  { listed, loaded }: Part,
  { signal, onProgress }: Reporting,
): Promise<void> {
  const of = listed?.length ?? 0
  const report = (wait: number | null) =>
    onProgress({ step: 'loaded', done: loaded.size, of, wait })
  report(null)
  for (const events of requestsFor((listed ?? []).filter(({ key }) => !loaded.has(key)))) {
    const [first] = events
    if (first === undefined) continue
    const ask = () => requestFullEvents(list, first, events, signal)
    const full = await requestWithRetries(ask, { signal, onWait: report })
    // Events with the same content have the same id, and each gets a key of its own.
    const byId = Map.groupBy(full, ({ event }) => event.id)
    for (const { key, id } of events) {
      const event = byId.get(id)?.shift()
      if (event !== undefined) loaded.set(key, event)
    }
    report(null)
  }
}

/** The events of each request: those of the same walk, in the order of its pages. */
function requestsFor(events: ListedEvent[]): ListedEvent[][] {
  const byPage = events.toSorted((one, other) => one.page - other.page)
  const walks = Map.groupBy(byPage, ({ from_date, to_date }) => `${from_date} ${to_date}`)
  return [...walks.values()].flatMap(walk =>
    Array.from({ length: Math.ceil(walk.length / EVENTS_PER_REQUEST) }, (_, index) =>
      walk.slice(index * EVENTS_PER_REQUEST, (index + 1) * EVENTS_PER_REQUEST),
    ),
  )
}

/**
 * Has the gateway read a range, and waits until all of it has been read.
 *
 * @throws ApiError if the gateway gave up, or if it can't be asked; an AbortError if a person stopped it
 */
async function readWholeRange(
  { list, search }: ExportRequest,
  reporting: Reporting,
  again: boolean,
): Promise<void> {
  const { signal } = reporting
  const options = { signal, onWait: () => {} }
  const ask = () => requestWithRetries(() => requestReading(list, search, signal), options)
  let { reading } = await ask()
  if (again || reading.is_stopped || reading.problem !== null) {
    reading = (await changeReading(list, search, 'again')).reading
  }
  for (;;) {
    const error = readingError(reading)
    if (error !== null) throw error
    if (reading.is_complete && !reading.is_reading) return
    if (reading.is_stopped) throw new DOMException('Somebody stopped it.', 'AbortError')
    reportReading(reading, reporting)
    await pause(POLL_WHILE_READING_MS, signal)
    reading = (await ask()).reading
  }
}

function reportReading({ read, count, wait }: Reading, { onProgress }: Reporting): void {
  onProgress({ step: 'read', done: read, of: count, wait })
}
