import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { FailedEvent } from '../../../contract/failed-event.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { keepTexts } from '../event/event-json.ts'
import { type ListProps, needsRange } from '../event/list/list-search.ts'
import { type EventPage, failedEventsQuery } from '../failed-events/failed-events-query.ts'
import { fetchTargets, filterOf } from '../range/events-query.ts'
import { NOT_LOADED, type RangeLoad } from '../range/range-load.ts'
import { cancelRangeLoad, rangeLoadQuery } from '../range/range-load-query.ts'
import { readingQuery } from '../range/use-reading.ts'
import type { ExportRequest } from './export-request.ts'

/** The loader publishes its last events a moment after it was cancelled. */
const HANDED_OVER_MS = 1000

/** The maximum age of a loaded range that is exported without loading it again. */
const YOUNG_MS = 60_000

/** The events of an export. `of` is how many were requested; null if that is unknown. */
export type Gathered = { events: FailedEvent[]; of: number | null; isWhole: boolean }

type Progress = { signal: AbortSignal; onProgress: (load: RangeLoad) => void }

type Reader = Progress & {
  /** A range that was loaded before this time is loaded again. */
  youngerThanMs?: number
}

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
  if (scope === 'shown') return gatherFiltered(client, { list, search }, progress)
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

/** The events that a search, a filter or another order lists. */
async function gatherFiltered(
  client: QueryClient,
  { list, search }: Pick<ListProps, 'list' | 'search'>,
  progress: Progress,
): Promise<Gathered> {
  const load = await readWholeRange(client, { list, search }, progress)
  const filter = {
    ...filterOf({ list, search }, search.q ?? ''),
    ...(search.sort && { sort: search.sort }),
  }
  const targets = await fetchTargets(filter, progress.signal)
  const { reading } = await client.fetchQuery(readingQuery(list, search))
  const byKey = new Map(load.events.map(({ key, event }) => [key, event]))
  const events = targets.flatMap(({ key }) => byKey.get(key) ?? [])
  return isWhole(load) && reading.is_complete ? whole(events) : { events, of: null, isWhole: false }
}

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

/**
 * Loads all events of a range, or waits for a load in progress. The result is incomplete
 * (`isComplete`) if it was cancelled or reached the limit.
 *
 * @throws ApiError if a request failed finally; the events so far are in the query cache
 */
async function readWholeRange(
  client: QueryClient,
  { list, search }: Pick<ListProps, 'list' | 'search'>,
  { signal, onProgress, youngerThanMs = Number.POSITIVE_INFINITY }: Reader,
): Promise<RangeLoad> {
  const range = { from: search.from, to: search.to }
  const options = rangeLoadQuery(list, range)
  const observer = new QueryObserver(client, { ...options, enabled: false })
  const unsubscribe = observer.subscribe(({ data }) => data && onProgress(data))
  let cancelling: Promise<void> | null = null
  const cancel = () => {
    cancelling = cancelRangeLoad(client, list, range)
  }
  signal.addEventListener('abort', cancel)
  try {
    const { data, isFetching } = observer.getCurrentResult()
    const isYoung = Date.now() - (data?.readAt ?? 0) < youngerThanMs
    if (isFetching || !data?.isComplete || !isYoung) {
      const result = await observer.refetch({ cancelRefetch: false })
      if (cancelling !== null) {
        await cancelling
        await handedOver(observer)
      }
      if (result.error !== null && !signal.aborted) throw result.error
    }
    return client.getQueryData(options.queryKey) ?? NOT_LOADED
  } finally {
    signal.removeEventListener('abort', cancel)
    unsubscribe()
  }
}

async function handedOver(
  observer: Pick<QueryObserver<RangeLoad>, 'subscribe' | 'getCurrentResult'>,
): Promise<void> {
  const hasAll = ({ data }: { data?: RangeLoad }) =>
    data === undefined || data.events.length >= data.read
  await new Promise<void>(resolve => {
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(finish, HANDED_OVER_MS)
    const unsubscribe = observer.subscribe(result => hasAll(result) && finish())
    if (hasAll(observer.getCurrentResult())) finish()
  })
}
