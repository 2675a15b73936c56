import type { ShownEvent } from '../../../contract/event-page.ts'
import { fetchTargets, filterOf, rangeParameters } from '../range/events-query.ts'
import { readWholeRange } from '../range/read-whole-range.ts'
import { type ExportRequest, isSelection } from './export-request.ts'
import { type LoadedEvents, loadEvents, type Place } from './load-events.ts'

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
