import type { QueryClient } from '@tanstack/react-query'
import type { FailedEvent } from '../../../contract/failed-event.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { keepTexts } from '../event/event-json.ts'
import { needsRange } from '../event/list/list-search.ts'
import { type EventPage, failedEventsQuery } from '../failed-events/failed-events-query.ts'
import { criteriaOf } from '../range/criteria.ts'
import { EventIndex } from '../range/event-index.ts'
import type { RangeLoad } from '../range/range-load.ts'
import { rangeLoadQuery } from '../range/range-load-query.ts'
import { receiversOfNumbers } from '../receivers/queries/receivers-of-numbers.ts'
import { receiversQuery } from '../receivers/queries/receivers-query.ts'
import { failuresOf, readEventStates } from '../replays/states/event-states-query.ts'
import type { ExportRequest } from './export-request.ts'
import { readWholeRange } from './read-whole-range.ts'

/** The maximum age of a loaded range that is exported without loading it again. */
const YOUNG_MS = 60_000

/** The events of an export. `of` is how many were requested; null if that is unknown. */
export type Gathered = { events: FailedEvent[]; of: number | null; isWhole: boolean }

type Progress = { signal: AbortSignal; onProgress: (load: RangeLoad) => void }

/**
 * Returns the requested events in the order on screen, and loads the whole range if needed.
 *
 * @throws ApiError like `readWholeRange`
 */
export async function gatherEvents(
  client: QueryClient,
  { list, search, scope, selection }: ExportRequest,
  progress: Progress,
): Promise<Gathered> {
  if (scope === 'shown' && !needsRange(search)) {
    const page = client.getQueryData(failedEventsQuery(list, search).queryKey)
    return whole(page ? eventsOf(page) : [])
  }
  if (scope === 'shown') {
    const load = await readWholeRange(client, { list, search }, progress)
    const count = load.count ?? load.events.length
    const ids = load.events.map(({ event }) => event.id)
    const states = await readEventStates(list, ids, progress.signal)
    const receivers = receiversOfNumbers(await client.ensureQueryData(receiversQuery))
    const criteria = criteriaOf(search, search.q ?? '', count)
    const index = new EventIndex(load.events, receivers, failuresOf(states))
    const found = index.find(criteria, states)
    const events = found.events.map(({ read }) => read.event)
    return isWhole(load) ? whole(events) : { events, of: null, isWhole: false }
  }
  if (scope === 'selected' && !selection.isAll) {
    const ids = [...selection.events.keys()]
    const known = new Map(seenEvents(client, { list, search }).map(event => [event.id, event]))
    if (ids.some(id => !known.has(id))) {
      const { events } = await readWholeRange(client, { list, search }, progress)
      for (const { event } of events) known.set(event.id, event)
    }
    const events = ids.flatMap(id => known.get(id) ?? [])
    return { events, of: ids.length, isWhole: events.length === ids.length }
  }
  const load = await readWholeRange(
    client,
    { list, search },
    { ...progress, youngerThanMs: YOUNG_MS },
  )
  return readEvents(load)
}

/** All events of a loaded range. */
export function readEvents(load: RangeLoad): Gathered {
  const events = load.events.map(({ event }) => event)
  return { events, of: load.count, isWhole: isWhole(load) }
}

function whole(events: FailedEvent[]): Gathered {
  return { events, of: events.length, isWhole: true }
}

/**
 * If the list kept changing while it was loaded, events may be missing although the last page was
 * reached.
 */
function isWhole({ isComplete, read, count }: RangeLoad): boolean {
  return isComplete && read >= (count ?? 0)
}

function eventsOf(page: EventPage): FailedEvent[] {
  keepTexts(page.results, page.text)
  return page.results
}

/** The events of these dates that this tab has loaded, on any page. */
function seenEvents(
  client: QueryClient,
  { list, search: { from, to } }: Pick<ExportRequest, 'list' | 'search'>,
): FailedEvent[] {
  const pages = client.getQueriesData<EventPage>({
    queryKey: queryKeys.eventPagesOfRange(list, { from, to }),
  })
  const load = client.getQueryData(rangeLoadQuery(list, { from, to }).queryKey)
  return [
    ...(load?.events.map(({ event }) => event) ?? []),
    ...pages.flatMap(([, page]) => (page ? eventsOf(page) : [])),
  ]
}
