import {
  keepPreviousData,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Suspense, useEffect, useMemo } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import {
  FIRST_PAGE,
  NOWHERE,
  numbered,
  type PagePlace,
} from '../../../../contract/pages/page-place.ts'
import { ApiError } from '../../../api/api-error.ts'
import { lastPageBefore, pageCount } from '../../../format/page-count.ts'
import { useTimes } from '../../../format/times.ts'
import { Notice } from '../../../ui/notice.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { HeaderWhileLoading, LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { useDelayedFlag } from '../../../ui/use-delayed-flag.ts'
import { type EventRow, withReplays, withStates } from '../../event/event-row.ts'
import { LIST_LABELS, listSummary } from '../../event/list/list-labels.ts'
import {
  changeList,
  changePage,
  type ListProps,
  requestedDates,
} from '../../event/list/list-search.ts'
import { ReplayAll } from '../../replays/selection/replay-all.tsx'
import { SelectionFoot } from '../../replays/selection/selection-foot.tsx'
import { RowReplays } from '../../replays/single/row-replays.tsx'
import { nameOfEvents, useEventStates } from '../../replays/states/event-states-query.ts'
import { lazyPart, Nothing } from '../../request-errors/lazy-part.tsx'
import { QueryFailure, RequestFailure } from '../../request-errors/request-failure.tsx'
import { FailedReadNotice, StaleNotice, WaitNotice } from '../../request-errors/request-notices.tsx'
import { useMissingColumns } from '../../service-fields/missing-columns.ts'
import { failedEventsQuery, nearestPage } from '../failed-events-query.ts'
import * as messages from '../messages.ts'
import { EVENT_TABLE_LOOK } from './event-columns.tsx'
import { pageTurns } from './page-turns.ts'
import { RowActions } from './row-menu/row-actions.tsx'
import { pagesOf, useEventListTable } from './use-event-list-table.ts'

const NoFailedEvents = lazyPart(async () => (await import('./no-failed-events.tsx')).NoFailedEvents)

const StatesNotice = lazyPart(
  async () => (await import('../../replays/states/states-notice.tsx')).StatesNotice,
  // Rows already show that their states are unknown, and the page shows the offline notice.
  { instead: Nothing },
)

const MissingColumnsLine = lazyPart(
  async () => (await import('../../service-fields/missing-columns-line.tsx')).MissingColumnsLine,
)

const NewFailures = lazyPart(
  async () => (await import('../new-failures/new-failures.tsx')).NewFailures,
  { instead: Nothing },
)
/** The drawer loads when the first event is opened. */
const OpenEvent = lazyPart(
  async () => (await import('../drawer/listed-event-drawer.tsx')).ListedEventDrawer,
  {
    overPage: {
      onClose: ({ search, onSearch }) => onSearch({ ...search, event: undefined }),
      isOpen: ({ search }) => search.event !== undefined,
    },
  },
)

/** It has no message for the first half minute. */
const NEW_FAILURES_AFTER_MS = 5_000

const PAINTED_AFTER_MS = 50
const READ_AFTER_MS = 250

const NO_ROWS: EventRow[] = []

export function EventList({ list, search, onSearch }: ListProps) {
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
  const ids = useMemo(() => shown?.results.map(({ id }) => id) ?? [], [shown])
  // A person who skips through pages doesn't need their states.
  const isRead = useDelayedFlag(isSettled && shown, READ_AFTER_MS)
  const ofStates = useEventStates(list, nameOfEvents(ids), ids, { enabled: isRead })
  const { states, replays } = ofStates
  const rows = useMemo(
    () => withStates(withReplays(shown?.rows ?? [], replays), states),
    [shown, replays, states],
  )
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
  const table = useEventListTable({ list, search, onSearch, shown, rows })

  if (isGone(query.error) && search.page > 1) {
    return (
      <LastPageRedirect
        list={list}
        search={search}
        onPage={place => onSearch({ ...search, ...place }, { replace: true })}
      />
    )
  }
  if (shown === undefined && query.error) {
    return <QueryFailure query={query} />
  }
  if (shown === undefined || turns === null || (query.isPlaceholderData && rows.length === 0)) {
    return (
      <>
        <WaitNotice reason={query.failureReason} />
        <HeaderWhileLoading>
          <DataTable
            label={LIST_LABELS[list].title}
            table={table}
            className={EVENT_TABLE_LOOK}
            rows={NO_ROWS}
            rowId={row => row.key}
          />
        </HeaderWhileLoading>
        <LoadingRows
          label={messages.loadingEvents(LIST_LABELS[list].many)}
          table={table}
          className={EVENT_TABLE_LOOK}
        />
      </>
    )
  }

  const { page } = shown.request
  return (
    <>
      <WaitNotice reason={query.failureReason} />
      {query.isRefetchError && <StaleNotice query={query} />}
      {query.isLoadingError && <PageNotLoaded query={query} page={search.page} shown={page} />}
      {shown.next === NOWHERE && <LostPages list={list} />}
      {!query.isPlaceholderData && <OtherDays list={list} search={search} rows={rows} />}
      {looksForNew && (
        <Suspense fallback={null}>
          <NewFailures list={list} search={search} onSearch={onSearch} firstKey={rows[0]?.key} />
        </Suspense>
      )}
      {rows.length === 0 ? (
        <NoFailedEvents
          list={list}
          range={search}
          onRange={range => onSearch(changeList(search, range))}
        />
      ) : (
        <>
          {missing.size > 0 && (
            <Suspense fallback={null}>
              <MissingColumnsLine list={list} missing={missing} />
            </Suspense>
          )}
          {ofStates.staleSince !== null && (
            <Suspense fallback={null}>
              <StatesNotice list={list} staleSince={ofStates.staleSince} />
            </Suspense>
          )}
          <RowReplays list={list} ofStates={ofStates}>
            <RowActions list={list}>
              <DataTable
                label={LIST_LABELS[list].title}
                table={table}
                className={EVENT_TABLE_LOOK}
                rows={rows}
                rowId={row => row.key}
                reusesRows
                openRowId={search.event}
                onOpen={row => onSearch({ ...search, event: row.key })}
                isBusy={query.isPlaceholderData}
              />
            </RowActions>
          </RowReplays>
          <SelectionFoot list={list} {...requestedDates(search)} count={shown.count}>
            <Pager
              pages={pagesOf({ search, onSearch }, turns, turnTo)}
              summary={listSummary(list, {
                count: shown.count,
                page,
                pages: pageCount(page, shown),
              })}
              isBusy={query.isFetching}
            >
              <ReplayAll
                list={list}
                search={search}
                page={shown}
                lacks={
                  rows.every(({ obstacle }) => obstacle === 'payload')
                    ? 'payload'
                    : missing.has('receiver')
                      ? 'receiver'
                      : null
                }
              />
            </Pager>
          </SelectionFoot>
        </>
      )}
      <OpenEvent
        list={list}
        search={search}
        onSearch={onSearch}
        page={shown}
        rows={rows}
        isLoading={!isSettled}
      />
    </>
  )
}

function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.kind === 'not-found'
}

type LastPageRedirectProps = Pick<ListProps, 'list' | 'search'> & {
  onPage: (place: PagePlace) => void
}

/** Shown for a page that no longer exists. It finds the last page and opens it. */
function LastPageRedirect({ list, search, onPage }: LastPageRedirectProps) {
  const first = useQuery({ ...failedEventsQuery(list, { ...search, ...FIRST_PAGE }), staleTime: 0 })
  const last = first.data && !first.isFetching ? lastPageBefore(search.page, first.data) : undefined

  useEffect(() => {
    if (last !== undefined) onPage(numbered(last))
  }, [last, onPage])

  if (first.error && !first.isFetching) {
    return <RequestFailure error={first.error} onRetry={() => void first.refetch()} />
  }
  return <LoadingRows label="This page no longer exists. Looking for the last page…" />
}

/** Says that the service has more pages, but no link leads to them. */
function LostPages({ list }: { list: FailedEventList }) {
  return (
    <Notice tone="bad">
      The service says that there are more {LIST_LABELS[list].many} after these, but its link to the
      next page doesn’t lead to them, so they can’t be shown. Tell the operator of the service.
    </Notice>
  )
}

/** Says that the service lists events of days that were not requested. */
function OtherDays({
  list,
  search,
  rows,
}: Pick<ListProps, 'list' | 'search'> & { rows: EventRow[] }) {
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

type PageNotLoadedProps = {
  query: UseQueryResult<unknown>
  page: number
  /** The page whose rows are still shown. */
  shown: number
}

/** Says that the requested page could not be loaded, and that the rows below are of another one. */
function PageNotLoaded({ query, page, shown }: PageNotLoadedProps) {
  return (
    <FailedReadNotice query={query}>
      Page {page} could not be loaded, so this is still page {shown}.
    </FailedReadNotice>
  )
}
