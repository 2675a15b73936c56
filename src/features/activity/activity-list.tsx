import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { ReplaysPager } from '../replays/replays-pager.tsx'
import { RequestFailure } from '../request-errors/request-failure.tsx'
import { StaleNotice } from '../request-errors/stale-notice.tsx'
import { ACTIVITY_COLUMNS } from './activity-columns.tsx'
import { activityQuery, filterOf } from './activity-query.ts'
import type { ActivityProps } from './activity-search.ts'

/** The account's entries that match the filters, newest first. */
export function ActivityList({ search, onSearch }: ActivityProps) {
  const query = useQuery({ ...activityQuery(search), placeholderData: keepPreviousData })
  const { data } = query
  const clear = () => onSearch({ page: 1, size: search.size })
  if (data === undefined) {
    return query.error ? (
      <RequestFailure
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {search.page > 1 && (
          <Button variant="default" size="sm" onClick={() => onSearch({ ...search, page: 1 })}>
            First page
          </Button>
        )}
      </RequestFailure>
    ) : (
      <LoadingRows label="Loading the activity log…" />
    )
  }
  if (data.count === 0) {
    return isFiltered(search) ? (
      <EmptyState
        icon={<IconHistory size={22} aria-hidden />}
        title="No matching entries"
        message="Choose other dates, another person or another action."
      >
        <Button variant="default" size="sm" onClick={clear}>
          Show all entries
        </Button>
      </EmptyState>
    ) : (
      <EmptyState
        icon={<IconHistory size={22} aria-hidden />}
        title="No activity yet"
        message="This page lists replays, blocked and unblocked numbers, receiver settings, tokens, exports and sign-ins: who did it, when and from where."
      />
    )
  }
  return (
    <>
      {query.isRefetchError && <StaleNotice query={query} />}
      <DataTable
        label="Activity"
        columns={ACTIVITY_COLUMNS}
        rows={data.results}
        rowId={entry => String(entry.id)}
        isBusy={query.isPlaceholderData}
      />
      <ReplaysPager
        listed={data}
        words={['entry', 'entries']}
        search={search}
        onSearch={onSearch}
      />
    </>
  )
}

function isFiltered(search: ActivityProps['search']): boolean {
  return Object.values(filterOf(search)).some(value => value !== undefined)
}
