import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readSort, sortText } from '../../../../contract/pages/sort-order.ts'
import { RUN_SORT_COLUMNS } from '../../../../contract/replay-part.ts'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { CountedPager } from '../../../ui/table/counted-pager.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { PageSearch } from '../../../ui/table/page-search.ts'
import type { LayoutControl } from '../../../ui/table/table-layout.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { QueryWithoutData } from '../../request-errors/request-failure.tsx'
import { StaleNotice } from '../../request-errors/request-notices.tsx'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { replayRunsQuery } from '../replay-runs-query.ts'
import { ReplayTabs } from '../waiting/replay-tabs.tsx'
import classes from './run-columns.module.css'
import { RUN_COLUMNS } from './run-columns.tsx'

const NEWEST_FIRST = { column: 'created_at', direction: 'descending' } as const

type ReplaysPageProps = {
  search: PageSearch
  onSearch: (search: PageSearch, options?: { replace?: boolean }) => void
  onOpen: (runId: string) => void
}

export function ReplaysPage(props: ReplaysPageProps) {
  const layout = useTableLayout('replays')
  return (
    <>
      <PageHeader
        title="Replays"
        action={
          <div className={classes.action}>
            <ReplayTabs />
            <ColumnsButton columns={RUN_COLUMNS} control={layout} />
          </div>
        }
      >
        Events that your team sent again, with their results.
      </PageHeader>
      <Card>
        <ReplayRunList {...props} layout={layout} />
      </Card>
    </>
  )
}

function ReplayRunList({
  search,
  layout,
  onSearch,
  onOpen,
}: ReplaysPageProps & { layout: LayoutControl }) {
  const query = useQuery({ ...replayRunsQuery(search), placeholderData: keepPreviousData })
  const { data } = query
  const table = useTableModel({
    columns: RUN_COLUMNS,
    layout,
    sort: readSort(search.sort, RUN_SORT_COLUMNS, NEWEST_FIRST),
    onSort: order => onSearch({ ...search, sort: sortText(order), page: 1 }, { replace: true }),
  })
  if (data === undefined) {
    return (
      <QueryWithoutData query={query} label="Loading the replays…">
        {search.page > 1 && (
          <Button variant="default" size="sm" onClick={() => onSearch({ ...search, page: 1 })}>
            First page
          </Button>
        )}
      </QueryWithoutData>
    )
  }
  if (data.count === 0) {
    return (
      <EmptyState
        icon={<IconRefresh size={22} aria-hidden />}
        title="No replays yet"
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
        label="Replays"
        table={table}
        rows={data.results}
        rowId={run => run.id}
        onOpen={run => onOpen(run.id)}
        isBusy={query.isPlaceholderData}
      />
      <CountedPager
        listed={data}
        search={search}
        onSearch={onSearch}
        nouns={['replay', 'replays']}
      />
    </>
  )
}
