import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import { replayRunsQuery } from '../../replays/replay-runs-query.ts'

/** The newest runs of the account, among which are those that are under way. */
export const runningReplaysQuery = replayRunsQuery({ page: 1, size: MAX_PAGE_SIZE })
