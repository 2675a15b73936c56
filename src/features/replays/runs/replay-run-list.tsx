import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { RequestFailure } from '../../request-errors/request-failure.tsx'
import { StaleNotice } from '../../request-errors/stale-notice.tsx'
import { CountedPager } from '../counted-pager.tsx'
import { replayRunsQuery } from '../replay-runs-query.ts'
import type { RunsSearch } from '../run-search.ts'
import * as messages from './messages.ts'
import { RUN_COLUMNS } from './run-columns.tsx'

type ReplayRunListProps = {
  search: RunsSearch
  onSearch: (search: RunsSearch) => void
  onOpen: (runId: string) => void
}

/** All runs of the account, newest first. */
export function ReplayRunList({ search, onSearch, onOpen }: ReplayRunListProps) {
  const query = useQuery({ ...replayRunsQuery(search), placeholderData: keepPreviousData })
  const { data } = query
  if (data === undefined) {
    return query.error ? (
      <RequestFailure
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {search.page > 1 && (
          <Button variant="default" size="sm" onClick={() => onSearch({ ...search, page: 1 })}>
            {messages.firstPage}
          </Button>
        )}
      </RequestFailure>
    ) : (
      <LoadingRows label={messages.loadingReplays} />
    )
  }
  if (data.count === 0) {
    return (
      <EmptyState
        icon={<IconRefresh size={22} aria-hidden />}
        title={messages.noReplaysYet}
        message={
          <>
            Select <Link to="/failed-calls">failed calls</Link> and choose Replay selected. Your
            team’s replays and their results appear here.
          </>
        }
      />
    )
  }
  return (
    <>
      {query.isRefetchError && <StaleNotice query={query} />}
      <DataTable
        label={messages.replays}
        columns={RUN_COLUMNS}
        rows={data.results}
        rowId={run => run.id}
        onOpen={run => onOpen(run.id)}
        isBusy={query.isPlaceholderData}
      />
      <CountedPager
        listed={data}
        nouns={['replay', 'replays']}
        search={search}
        onSearch={onSearch}
      />
    </>
  )
}
