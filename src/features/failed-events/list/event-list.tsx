import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import {
  FIRST_PAGE,
  isPlace,
  isUnnumbered,
  NOWHERE,
  numbered,
  type PagePlace,
  type PageRequest,
  previousPlace,
} from '../../../../contract/pages/page-place.ts'
import { ApiError } from '../../../api/api-error.ts'
import { lastPageBefore, pageCount } from '../../../format/page-count.ts'
import { useTimes } from '../../../format/times.ts'
import { Notice } from '../../../ui/notice.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { useDelayedFlag } from '../../../ui/use-delayed-flag.ts'
import type { EventRow } from '../../event/event-row.ts'
import { LIST_LABELS, listSummary } from '../../event/list/list-labels.ts'
import { changePage, requestedDates } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { ReplayAll } from '../../replays/selection/replay-matches.tsx'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { QueryFailure, RequestFailure } from '../../request-errors/request-failure.tsx'
import { FailedReadNotice, StaleNotice, WaitNotice } from '../../request-errors/request-notices.tsx'
import { useMissingColumns } from '../../service-fields/missing-columns.ts'
import { type EventPage, failedEventsQuery, nearestPage } from '../failed-events-query.ts'
import { EVENT_TABLE_LOOK } from './event-columns.tsx'
import { EventTable, OpenEvent, useEventTable, useRowsWithStates } from './event-table.tsx'

const NoFailedEvents = lazyPart(() => import('./no-failed-events.tsx'))

const NewFailures = lazyPart(() => import('../new-failures/new-failures.tsx'), {
  instead: () => null,
})

/** It has no message for the first half minute. */
const NEW_FAILURES_AFTER_MS = 5_000

const PAINTED_AFTER_MS = 50
const READ_AFTER_MS = 250

const NO_ROWS: EventRow[] = []

export function EventList() {
  const { list, search, onSearch, change } = useList()
  const query = useQuery({
    ...failedEventsQuery(list, search),
    placeholderData: keepPreviousData,
    // Don't refetch: rows would move while a person uses them. NewFailures counts new ones.
    refetchOnWindowFocus: false,
  })
  const queryClient = useQueryClient()
  const shown = query.data ?? (query.isError ? nearestPage(queryClient, list, search) : undefined)
  const turns = shown ? pageTurns(search, shown, query.isPlaceholderData) : null
  const isSettled = !query.isPlaceholderData && !query.isFetching
  // Prefetch only when nothing else is in progress: one request at a time, and after the visible
  // content was painted.
  const isPainted = useDelayedFlag(isSettled && shown, PAINTED_AFTER_MS)
  useQuery({
    ...failedEventsQuery(list, { ...search, ...(turns?.next ?? FIRST_PAGE) }),
    enabled: isPainted && !query.isError && turns?.next != null,
    notifyOnChangeProps: [],
  })
  // A person who skips through pages doesn't need their states.
  const isRead = useDelayedFlag(isSettled && shown, READ_AFTER_MS)
  const { rows, ofStates } = useRowsWithStates(shown?.rows ?? NO_ROWS, { enabled: isRead })
  const looksForNew = useDelayedFlag(true, NEW_FAILURES_AFTER_MS)
  const missing = useMissingColumns(list)
  const turnTo = (place: PagePlace) => {
    // Requests the page that failed to load again.
    if (query.isError && place.page === search.page && place.cursor === search.cursor)
      return void query.refetch()
    // Sent now, because the next render comes tens of milliseconds later.
    const pageQuery = failedEventsQuery(list, { ...search, ...place })
    void queryClient.prefetchQuery({ ...pageQuery, staleTime: Number.POSITIVE_INFINITY })
    onSearch(changePage(search, place))
  }
  const isGone = query.error instanceof ApiError && query.error.kind === 'not-found'
  if (isGone && search.page > 1) return <LastPageRedirect />
  if (shown === undefined && query.error) return <QueryFailure query={query} />
  if (shown === undefined || turns === null || (query.isPlaceholderData && rows.length === 0)) {
    return (
      <>
        <WaitNotice reason={query.failureReason} />
        <LoadingTable />
      </>
    )
  }

  const { page } = shown.request
  const load = (place: PagePlace) => async () => {
    const { request, rows } = await queryClient.fetchQuery(
      failedEventsQuery(list, { ...shown.request, ...place }),
    )
    return { place: placeOf(request), keys: rows.map(({ key }) => key) }
  }
  return (
    <>
      <WaitNotice reason={query.failureReason} />
      {query.isRefetchError && <StaleNotice query={query} />}
      {query.isLoadingError && (
        <FailedReadNotice query={query}>
          Page {search.page} could not be loaded, so this is still page {page}.
        </FailedReadNotice>
      )}
      {shown.next === NOWHERE && (
        <Notice tone="bad">
          The service says that there are more {LIST_LABELS[list].many} after these, but its link to
          the next page doesn’t lead to them, so they can’t be shown. Tell the operator of the
          service.
        </Notice>
      )}
      {!query.isPlaceholderData && <OtherDays rows={rows} />}
      {looksForNew && (
        <Suspense fallback={null}>
          <NewFailures key={`${list} ${search.from} ${search.to}`} firstKey={rows[0]?.key} />
        </Suspense>
      )}
      {rows.length === 0 ? (
        <NoFailedEvents />
      ) : (
        <EventTable
          {...{ rows, ofStates }}
          days={shown.request}
          isBusy={query.isPlaceholderData}
          isFetching={query.isFetching}
          pages={{
            page: turns.page,
            size: search.size,
            hasPrevious: turns.previous !== null,
            hasNext: turns.next !== null,
            onPage: to => {
              if (to.size !== search.size) change({ size: to.size })
              else turnTo((to.page > turns.page ? turns.next : turns.previous) ?? FIRST_PAGE)
            },
          }}
          summary={listSummary(list, { count: shown.count, page, pages: pageCount(page, shown) })}
          count={shown.count}
        >
          <ReplayAll
            page={shown}
            lacks={
              rows.every(({ obstacle }) => obstacle === 'payload')
                ? 'payload'
                : missing.has('receiver')
                  ? 'receiver'
                  : null
            }
          />
        </EventTable>
      )}
      <OpenEvent
        {...{ search, onSearch, rows }}
        isLoading={!isSettled}
        pages={{
          place: placeOf(shown.request),
          next: isPlace(shown.next) ? load(shown.next) : null,
          previous: shown.previous && load(shown.previous),
        }}
        formatPlace={index => formatPlace(shown, index)}
        pageText={shown.text}
      />
    </>
  )
}

function LoadingTable() {
  const { list, search } = useList()
  const { title, many } = LIST_LABELS[list]
  const table = useEventTable(NO_ROWS, search)
  return (
    <>
      {/* Only the header of the table: nothing to use or to read out as long as rows load. */}
      <div aria-hidden inert>
        <DataTable
          label={title}
          table={table}
          className={EVENT_TABLE_LOOK}
          rows={NO_ROWS}
          rowId={row => row.key}
        />
      </div>
      <LoadingRows label={`Loading ${many}…`} table={table} className={EVENT_TABLE_LOOK} />
    </>
  )
}

function placeOf({ page, cursor }: EventPage['request']): PagePlace {
  return { page, cursor }
}

function formatPlace(shown: EventPage, index: number): string {
  const { page } = shown.request
  const pages = pageCount(page, shown)
  const where = `${index + 1} of ${shown.results.length}`
  if (pages === 1) return where
  return `${where} on page ${page}${pages === null ? '' : ` of ${pages}`}`
}

/** Shown for a page that no longer exists. It finds the last page and opens it. */
function LastPageRedirect() {
  const { list, search, onSearch } = useList()
  const first = useQuery({ ...failedEventsQuery(list, { ...search, ...FIRST_PAGE }), staleTime: 0 })
  const last = first.data && !first.isFetching ? lastPageBefore(search.page, first.data) : undefined

  useEffect(() => {
    if (last !== undefined) onSearch({ ...search, ...numbered(last) }, { replace: true })
  }, [last, search, onSearch])

  if (first.error && !first.isFetching) {
    return <RequestFailure error={first.error} onRetry={() => void first.refetch()} />
  }
  return <LoadingRows label="This page no longer exists. Looking for the last page…" />
}

/** Says that the service lists events of days that were not requested. */
function OtherDays({ rows }: { rows: EventRow[] }) {
  const { list, search } = useList()
  const { startOf } = useTimes()
  const { from_date, to_date } = requestedDates(search)
  const times = rows.flatMap(({ event }) => (event.failed_at ? Date.parse(event.failed_at) : []))
  if (times.every(time => time >= +startOf(from_date) && time < +startOf(to_date))) return null
  return (
    <Notice tone="bad">
      The service also lists {LIST_LABELS[list].many} of other days here, so counts and groups can
      differ from this list. Ask the person who runs Redial to check the settings TIME_ZONE and
      UPSTREAM_TO_DATE.
    </Notice>
  )
}

/**
 * The loaded rows of the service's list, in place of its groups or of another order, while the whole
 * range can't be loaded because there is no connection.
 */
export function RowsWithoutRange() {
  const { list, search } = useList()
  const hasRows = nearestPage(useQueryClient(), list, search) !== undefined
  return (
    <>
      {hasRows && (
        <Notice tone="bad">
          No connection. {search.view === 'groups' ? 'Grouping' : 'Sorting'} needs all{' '}
          {LIST_LABELS[list].many} of the date range, which will load when you’re back online. These
          rows were loaded before.
        </Notice>
      )}
      <EventList />
    </>
  )
}

type PageTurns = {
  /** The page from which they lead. */
  page: number
  next: PagePlace | null
  previous: PagePlace | null
}

/**
 * The pages that Next and Previous lead to.
 *
 * @param request the page in the URL
 * @param shown the visible page, which is still the previous one while `request` `isLoading`
 */
export function pageTurns(request: PageRequest, shown: EventPage, isLoading: boolean): PageTurns {
  const { next, previous } = shown
  if (!isLoading) {
    return { page: shown.request.page, next: isPlace(next) ? next : null, previous }
  }
  const { page } = request
  // Without page numbers, only the links of a page lead to the next one.
  if (request.cursor || isUnnumbered(next)) return { page, next: null, previous: null }
  return { page, next: next && numbered(page + 1), previous: previousPlace(null, request) }
}
