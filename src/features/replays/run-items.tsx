import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ReplayItemState, type ReplayRunDetails } from '../../../contract/replay.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import segments from '../../ui/segments.module.css'
import { RequestFailure } from '../failure/request-failure.tsx'
import { runItemsQuery } from './replay-runs-query.ts'
import { ReplaysPager } from './replays-pager.tsx'
import { runDays } from './run-days.ts'
import { RUN_ITEM_COLUMNS } from './run-item-columns.tsx'
import classes from './run-items.module.css'
import type { RunSearch } from './run-search.ts'
import sections from './run-sections.module.css'
import { numberWords, STATE_WORDS, totalOf } from './run-words.ts'

type RunItemsProps = {
  run: ReplayRunDetails
  search: RunSearch
  onSearch: (search: RunSearch) => void
}

/** The events of a run, all of them or those of one state. */
export function RunItems({ run, search, onSearch }: RunItemsProps) {
  const query = useQuery({
    ...runItemsQuery(run.id, run.state, search),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const rows = useMemo(
    () => data?.results.map(item => ({ item, days: runDays(run) })) ?? [],
    [data, run],
  )
  if (totalOf(run.counts) === 0) return null

  return (
    <section className={sections.section}>
      <div className={classes.head}>
        <h2>Events</h2>
        <StateFilter run={run} search={search} />
      </div>
      <Card>
        {data === undefined && query.error ? (
          <RequestFailure
            error={query.error}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : data === undefined ? (
          <LoadingRows label="Loading the events…" />
        ) : rows.length === 0 ? (
          <EmptyState title={noneWords(search)} />
        ) : (
          <>
            <DataTable
              label="Events of this replay"
              columns={RUN_ITEM_COLUMNS}
              rows={rows}
              rowId={row => row.item.event_id}
              isBusy={query.isPlaceholderData}
            />
            <ReplaysPager
              listed={data}
              words={['event', 'events']}
              search={search}
              onSearch={onSearch}
            />
          </>
        )}
      </Card>
    </section>
  )
}

/** States that no event is in are left out, but for the one that is looked at. */
function StateFilter({ run, search }: Pick<RunItemsProps, 'run' | 'search'>) {
  const states = ReplayItemState.options.filter(
    state => run.counts[state] > 0 || state === search.state,
  )
  return (
    <nav className={segments.segments} aria-label="Which events">
      {[undefined, ...states].map(state => (
        <Link
          key={state ?? 'all'}
          to="."
          search={{ size: search.size, state }}
          aria-current={state === search.state ? 'true' : undefined}
          resetScroll={false}
          preload={false}
        >
          {state === undefined ? 'All' : STATE_WORDS[state]}{' '}
          {numberWords(state === undefined ? totalOf(run.counts) : run.counts[state])}
        </Link>
      ))}
    </nav>
  )
}

function noneWords({ state, page }: RunSearch): string {
  if (page > 1) return 'There is nothing on this page'
  return state === undefined ? 'No events' : `No event is in this state: ${STATE_WORDS[state]}`
}
