import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { pageOrListOf } from '../../../../contract/pages/page.ts'
import { FIRST_PAGE } from '../../../../contract/pages/page-place.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-messages.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { useTimes } from '../../../format/times.ts'
import { Notice } from '../../../ui/notice.tsx'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { eventKey } from '../../event/event-identity.ts'
import { openLinkId } from '../../event/event-row.ts'
import { listNoun } from '../../event/list/list-labels.ts'
import { changePage, requestedDates } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { failedEventsQuery } from '../failed-events-query.ts'
import classes from './new-failures.module.css'

const EVERY_MS = 30_000

/** A service without pages sends its whole list each time. */
const EVERY_MS_WITHOUT_PAGES = 5 * 60_000

/** After a failure, or longer if a busy service asks for it. */
const EVERY_MS_AFTER_FAILURE = 60_000

const Counted = z.pipe(
  pageOrListOf(z.unknown(), { page: 1, size: 1 }),
  z.transform(({ count, results }) => ({ count, knowsPages: results.length <= 1 })),
)

type Counted = z.output<typeof Counted>

type NewFailuresProps = {
  /** The key of the first row of the table, which gets the focus. */
  firstKey: string | undefined
}

/**
 * Says how many events failed since the list was loaded, instead of moving its rows while a person
 * uses them. Shown only if the list includes today, because other lists don't grow.
 */
export default function NewFailures({ firstKey }: NewFailuresProps) {
  const { list, search } = useList()
  const today = useTimes().today()
  const isToday = search.from <= today && search.to >= today
  const { count, hasFailed } = useNewFailures(isToday)
  const show = useShow(firstKey)
  if (!isToday) return null
  return (
    <>
      {/* The text is constant, so that screen readers announce it once. */}
      <p role="status" className={visuallyHidden.only}>
        {count > 0 && 'There are new failures. A button above the table shows them.'}
      </p>
      {count > 0 && (
        <button
          type="button"
          className={classes.bar}
          aria-disabled={show.isPending}
          onClick={() => show.isPending || show.mutate()}
        >
          {formatNumber(count)} new {listNoun(list, count)},{' '}
          <span className={classes.show}>{show.isPending ? 'loading…' : 'show'}</span>
        </button>
      )}
      {show.isError && <Notice tone="bad">{errorText(show.error)}</Notice>}
      {hasFailed && !show.isError && (
        <p className={classes.unknown}>
          Can’t check for new failures right now. Retrying automatically.
        </p>
      )}
    </>
  )
}

/** The number of events that were added since the first page was loaded. */
function useNewFailures(isToday: boolean) {
  const { list, search } = useList()
  const { from, to, size } = search
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false })
  const first = useQuery({
    ...failedEventsQuery(list, { ...search, ...FIRST_PAGE }),
    enabled: false,
  })
  const shown = first.data ? first : page
  const counted = useQuery({
    queryKey: ['failed-events-count', list, { from, to }],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ ...requestedDates(search), page: '1', page_size: '1' })
      return request(Counted, `/v1/${list}/?${query}`, { signal })
    },
    staleTime: pause,
    // While the tab is visible.
    refetchInterval: pause,
    retry: false,
    enabled: isToday && shown.data !== undefined,
    initialData: () =>
      shown.data && { count: shown.data.count, knowsPages: shown.data.results.length <= size },
    initialDataUpdatedAt: shown.dataUpdatedAt,
  })
  const isNewer = counted.dataUpdatedAt > shown.dataUpdatedAt
  const more = (counted.data?.count ?? 0) - (shown.data?.count ?? 0)
  return { count: isNewer ? Math.max(0, more) : 0, hasFailed: counted.isError }
}

/** Loads the first page again before it navigates there, so that the rows change once. */
function useShow(firstKey: string | undefined) {
  const { list, search, onSearch } = useList()
  const queryClient = useQueryClient()
  const [newest, setNewest] = useState<string | null>(null)
  const show = useMutation({
    mutationFn: async () => {
      // The other pages have shifted too. They are loaded again when they are opened.
      await queryClient.invalidateQueries({
        queryKey: queryKeys.eventPages(list, search),
        refetchType: 'none',
      })
      return queryClient.fetchQuery(failedEventsQuery(list, { ...search, ...FIRST_PAGE }))
    },
    onSuccess: ({ results: [event] }) => {
      onSearch(changePage(search, FIRST_PAGE))
      if (event) setNewest(eventKey(event))
    },
  })
  // The button that had the focus has disappeared, so the newest row gets it.
  useEffect(() => {
    if (newest === null || newest !== firstKey) return
    document.getElementById(openLinkId(newest))?.focus()
    setNewest(null)
  }, [newest, firstKey])
  return show
}

// biome-ignore lint/suspicious/noExplicitAny: whatever its key is
function pause({ state: { data, error } }: Query<Counted, Error, Counted, any>): number {
  const retryAfterMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
  if (error !== null) return Math.max(EVERY_MS_AFTER_FAILURE, retryAfterMs)
  return data?.knowsPages === false ? EVERY_MS_WITHOUT_PAGES : EVERY_MS
}
