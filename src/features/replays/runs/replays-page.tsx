import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import type { RunsSearch } from '../run-search.ts'
import * as messages from './messages.ts'
import { ReplayRunList } from './replay-run-list.tsx'
import { RUN_COLUMNS } from './run-columns.tsx'

type ReplaysPageProps = {
  search: RunsSearch
  onSearch: (search: RunsSearch, options?: { replace?: boolean }) => void
  onOpen: (runId: string) => void
}

/** All replay runs of the account. */
export function ReplaysPage(props: ReplaysPageProps) {
  const layout = useTableLayout('replays')
  return (
    <>
      <PageHeader
        title={messages.replays}
        action={<ColumnsButton columns={RUN_COLUMNS} control={layout} />}
      >
        {messages.purpose}
      </PageHeader>
      <Card>
        <ReplayRunList {...props} layout={layout} />
      </Card>
    </>
  )
}
