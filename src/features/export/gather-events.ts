import type { ShownEvent } from '../../../contract/event-page.ts'
import type { EventTarget, Reading } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { ApiError } from '../../api/api-error.ts'
import { pause, requestWithRetries } from '../../api/retries.ts'
import { keepTexts } from '../event/event-json.ts'
import type { DateRange } from '../event/list/list-search.ts'
import { requestEvents } from '../event/request-events.ts'
import { fetchTargets, filterOf, rangeParameters } from '../range/events-query.ts'
import {
  changeReading,
  POLL_WHILE_READING_MS,
  readingError,
  requestReading,
} from '../range/use-reading.ts'
import { type ExportRequest, isSelection } from './export-request.ts'

/** How often the events of a list that changes meanwhile are looked for. */
const MAX_PASSES = 3

/** The events of an export. `of` is how many were requested. */
export type Gathered = { events: ShownEvent[]; of: number; isWhole: boolean }

/** The places of the events of an export, and the events that are loaded so far. */
export type Part = { places: Place[] | null; loaded: LoadedEvents }

export type Progress = {
  /** The gateway reads the list, or the browser loads the events. */
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
  const { list } = request
  const { signal } = reporting
  const { loaded } = part
  if (isSelection(request)) part.places = selectedPlaces(request)
  part.places ??= await findPlaces(request, reporting)
  for (let pass = 1; ; pass++) {
    const { places } = part
    const onProgress = (wait: number | null) =>
      reporting.onProgress({ step: 'loaded', done: loaded.size, of: places.length, wait })
    onProgress(null)
    await loadEvents(loaded, { list, places, signal, onProgress })
    const isMissing = places.some(({ key }) => !loaded.has(key))
    if (!isMissing || pass === MAX_PASSES) return gatheredOf(request, part)
    // They have left the list since it was read, or they have moved.
    part.places = await findPlaces(request, { ...reporting, again: true })
  }
}

/** The events so far. Those that have left the list are only missing if a person selected them. */
export function gatheredOf(request: ExportRequest, { places, loaded }: Part): Gathered {
  const { selection } = request
  const keys = isSelection(request)
    ? [...selection.events.keys()]
    : (places ?? []).map(({ key }) => key)
  const events = keys.flatMap(key => loaded.get(key) ?? [])
  return { events, of: keys.length, isWhole: events.length === keys.length }
}

/** The pages where a person selected events. */
function selectedPlaces({ list, search, selection }: ExportRequest): Place[] {
  const { from_date, to_date } = rangeParameters(list, search)
  return Array.from(selection.events.values(), ({ id, page, cursor, page_size }) => {
    return { key: id, id, from_date, to_date, page, cursor, page_size }
  })
}

/** Asks the gateway's copy of the list where the requested events are. */
async function findPlaces(
  request: ExportRequest,
  { signal, onProgress, again }: Reporting & { again?: boolean },
): Promise<Place[]> {
  const { list, search, scope, selection } = request
  await readWholeRange(list, search, {
    again,
    signal,
    onProgress: ({ read, count, wait }) =>
      onProgress({ step: 'read', done: read, of: count, wait }),
  })
  const filter =
    scope === 'filtered'
      ? { ...filterOf({ list, search }, search.q ?? ''), sort: search.sort }
      : rangeParameters(list, search)
  const targets = await fetchTargets(filter, signal)
  const places = targets.map(({ failed_at, ...place }) => place)
  return isSelection(request) ? places.filter(({ key }) => selection.events.has(key)) : places
}

/** An event, and where the service listed it. */
type Place = Omit<EventTarget, 'failed_at'>

/** By their keys. */
type LoadedEvents = Map<string, ShownEvent>

type Loading = {
  list: FailedEventList
  places: Place[]
  signal: AbortSignal
  /** Called after each page, and with the seconds that a busy service asks to wait. */
  onProgress: (wait: number | null) => void
}

/**
 * Loads the pages where events were listed that are missing in `loaded`, and adds the events with their texts
 * (`originalText`). New events push others to later pages, so events are taken from any of the pages. Those that are
 * not there stay missing.
 *
 * @throws ApiError if a request failed finally; the signal's reason if it is aborted
 */
async function loadEvents(
  loaded: LoadedEvents,
  { list, places, signal, onProgress }: Loading,
): Promise<void> {
  const missing = places
    .filter(({ key }) => !loaded.has(key))
    .toSorted((one, other) => one.page - other.page)
  const byId = Map.groupBy(missing, ({ id }) => id)
  const pages = Map.groupBy(missing, ({ key, id, ...page }) => JSON.stringify(page))
  for (const [place, ...others] of pages.values()) {
    if (place === undefined || [place, ...others].every(({ key }) => loaded.has(key))) continue
    const ask = () => loadPage(list, place, signal)
    for (const event of await requestWithRetries(ask, { signal, onWait: onProgress })) {
      // Events with the same content have the same id, and each gets a key of its own.
      const key = byId.get(event.id)?.shift()?.key
      if (key !== undefined) loaded.set(key, event)
    }
    onProgress(null)
  }
}

/** Returns no events for a page that the service doesn't have any more. */
async function loadPage(
  list: FailedEventList,
  { from_date, to_date, page, cursor, page_size }: Place,
  signal: AbortSignal,
): Promise<ShownEvent[]> {
  const place = { page, cursor, size: page_size }
  const days = { from_date, to_date }
  try {
    const options = { signal, urgency: 'background' } as const
    const { results, text } = await requestEvents(list, days, place, options)
    keepTexts(results, text)
    return results
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return []
    throw error
  }
}

/**
 * Has the gateway read a range, and waits until all of it has been read.
 *
 * @param options `again` reads days once more that were over when they were read
 * @throws ApiError if the gateway gave up, or if it can't be asked; an AbortError if a person stopped it
 */
async function readWholeRange(
  list: FailedEventList,
  range: DateRange,
  {
    again = false,
    signal,
    onProgress,
  }: { again?: boolean; signal: AbortSignal; onProgress: (reading: Reading) => void },
): Promise<void> {
  const options = { signal, onWait: () => {} }
  const ask = () => requestWithRetries(() => requestReading(list, range, signal), options)
  let { reading } = await ask()
  if (again || reading.is_stopped || reading.problem !== null) {
    reading = (await changeReading(list, range, 'again')).reading
  }
  for (;;) {
    const error = readingError(reading)
    if (error !== null) throw error
    if (reading.is_complete && !reading.is_reading) return
    if (reading.is_stopped) throw new DOMException('Somebody stopped it.', 'AbortError')
    onProgress(reading)
    await pause(POLL_WHILE_READING_MS, signal)
    reading = (await ask()).reading
  }
}
