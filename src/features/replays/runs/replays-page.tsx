import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { RunsSearch } from '../run-search.ts'
import * as messages from './messages.ts'
import { ReplayRunList } from './replay-run-list.tsx'

type ReplaysPageProps = {
  search: RunsSearch
  onSearch: (search: RunsSearch) => void
  onOpen: (runId: string) => void
}

/** All replay runs of the account. */
export function ReplaysPage(props: ReplaysPageProps) {
  return (
    <>
      <PageHeader title={messages.replays}>{messages.purpose}</PageHeader>
      <Card>
        <ReplayRunList {...props} />
      </Card>
    </>
  )
}
