import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ReplayItemFilter, type ReplayRunDetails } from '../../../../contract/replay.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { Card } from '../../../ui/card.tsx'
import segments from '../../../ui/segments.module.css'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { readSort, sortText } from '../../../ui/table/sort-order.ts'
import { sortRows } from '../../../ui/table/sort-rows.ts'
import { RequestFailure } from '../../request-errors/request-failure.tsx'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { CountedPager } from '../counted-pager.tsx'
import { hasAllRows, runItemsQuery } from '../replay-runs-query.ts'
import { countToSend, FILTER_LABELS, runDays, totalOf } from '../run-messages.ts'
import type { RunSearch } from '../run-search.ts'
import * as messages from './messages.ts'
import { RUN_ITEM_COLUMNS, RUN_ITEM_VALUES } from './run-item-columns.tsx'
import classes from './run-items.module.css'
import sections from './run-sections.module.css'

type RunItemsProps = {
  run: ReplayRunDetails
  /** For a draft run: whether events that a replay has delivered are sent again. */
  isOnceMore: boolean
  search: RunSearch
  onSearch: (search: RunSearch, options?: { replace?: boolean }) => void
}

const ORDERS = ['event', 'receiver', 'outcome', 'at'] as const

/** The events of a run, filtered by state. */
export function RunItems({ run, isOnceMore, search, onSearch }: RunItemsProps) {
  const query = useQuery({
    ...runItemsQuery(run.id, run.state, search),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const layout = useTableLayout('replay-events')
  const isSortable = data !== undefined && hasAllRows(data)
  const rows = useMemo(() => {
    const unsorted = data?.results.map(item => ({ item, days: runDays(run), isOnceMore })) ?? []
    const sort = isSortable ? readSort(search.sort, ORDERS, undefined) : undefined
    return sortRows(unsorted, sort, RUN_ITEM_VALUES)
  }, [data, run, isOnceMore, isSortable, search.sort])
  if (totalOf(run.counts) === 0) return null

  return (
    <section className={sections.section}>
      <div className={classes.head}>
        <h2>{messages.events}</h2>
        <div className={classes.tools}>
          <Filter run={run} isOnceMore={isOnceMore} search={search} />
          <ColumnsButton columns={RUN_ITEM_COLUMNS} control={layout} />
        </div>
      </div>
      <Card>
        {data === undefined && query.error ? (
          <RequestFailure
            error={query.error}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : data === undefined ? (
          <LoadingRows label={messages.loadingEvents} />
        ) : rows.length === 0 ? (
          <EmptyState title={formatNoItems(search)} />
        ) : (
          <>
            <DataTable
              label={messages.eventsOfReplay}
              columns={RUN_ITEM_COLUMNS}
              layout={layout}
              sort={isSortable ? readSort(search.sort, ORDERS, undefined) : undefined}
              onSort={
                isSortable
                  ? order => onSearch({ ...search, sort: sortText(order) }, { replace: true })
                  : undefined
              }
              rows={rows}
              rowId={row => row.item.event_id}
              isBusy={query.isPlaceholderData}
            />
            <CountedPager
              listed={data}
              nouns={['event', 'events']}
              search={search}
              onSearch={onSearch}
            />
          </>
        )}
      </Card>
    </section>
  )
}

/** Hides filters without events, except for the current one. */
function Filter({ run, isOnceMore, search }: Pick<RunItemsProps, 'run' | 'isOnceMore' | 'search'>) {
  const filters = ReplayItemFilter.options.filter(
    filter => countOf(run, filter) > 0 || filter === search.state,
  )
  return (
    <nav className={segments.segments} aria-label={messages.whichEvents}>
      {[undefined, ...filters].map(filter => (
        <Link
          key={filter ?? 'all'}
          to="."
          search={{ size: search.size, sort: search.sort, state: filter }}
          aria-current={filter === search.state ? 'true' : undefined}
          resetScroll={false}
          preload={false}
        >
          {formatFilter(filter, isOnceMore)} {formatNumber(countOf(run, filter))}
        </Link>
      ))}
    </nav>
  )
}

function formatFilter(filter: ReplayItemFilter | undefined, isOnceMore: boolean): string {
  if (filter === undefined) return messages.all
  return filter === 'already_delivered' && isOnceMore
    ? messages.toBeSentAgain
    : FILTER_LABELS[filter]
}

function countOf(run: ReplayRunDetails, filter: ReplayItemFilter | undefined): number {
  if (filter === undefined) return totalOf(run.counts)
  if (filter === 'being_sent' || filter === 'already_delivered') return run[filter]
  return filter === 'prepared' ? countToSend(run, false) : run.counts[filter]
}

function formatNoItems({ state, page }: RunSearch): string {
  if (page > 1) return messages.nothingOnPage
  return state === undefined ? messages.noEvents : messages.noEventInState(FILTER_LABELS[state])
}
