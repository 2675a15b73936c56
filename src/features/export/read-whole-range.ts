import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { ListProps } from '../event/list/list-search.ts'
import { NOT_LOADED, type RangeLoad } from '../range/range-load.ts'
import { cancelRangeLoad, rangeLoadQuery } from '../range/range-load-query.ts'

type Reader = {
  signal: AbortSignal
  onProgress: (load: RangeLoad) => void
  /** A range that was loaded before this time is loaded again. */
  youngerThanMs?: number
}

/**
 * Loads all events of a range, or waits for a load in progress. The result is incomplete
 * (`isComplete`) if it was cancelled or reached the limit.
 *
 * @throws ApiError if a request failed finally; the events so far are in the query cache
 */
export async function readWholeRange(
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

/** The loader publishes its last events a moment after it was cancelled. */
const HANDED_OVER_MS = 1000

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
