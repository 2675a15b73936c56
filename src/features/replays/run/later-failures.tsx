import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReplayRun } from '../../../../contract/replay.ts'
import { LaterFailures as Answer } from '../../../../contract/standing-order.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { request } from '../../../api/request.ts'
import type { ListSearch } from '../../event/list/list-search.ts'
import { isLive } from '../run-messages.ts'
import { useCreateRun } from '../selection/use-create-run.ts'
import classes from './run-note.module.css'
import { RunProblem } from './run-problem.tsx'

const READING_MS = 2_000
const AGAIN_MS = 60_000

/** Older runs would have the service list many days. */
const MAX_AGE_MS = 7 * 86_400_000

/** What failed for the receivers of a run since its events were frozen, and the button that makes a draft of it. */
export function LaterFailures({ run, list }: { run: ReplayRun; list: ListSearch }) {
  const { id, created_at } = run
  const path = `/${id}/later-failures`
  const { data } = useQuery({
    queryKey: ['later-failures', id],
    queryFn: ({ signal }) => request(Answer, `/gateway/replays${path}`, { signal }),
    enabled: Date.now() - Date.parse(created_at) < MAX_AGE_MS,
    refetchInterval: ({ state }) =>
      state.data?.count === null ? READING_MS : isLive(run) && AGAIN_MS,
  })
  const add = useCreateRun(list, path)
  if (!data?.count) return null
  return (
    <div className={classes.later}>
      <p>
        {formatCount(data.count, 'event has', 'events have')} failed for these receivers since, and{' '}
        {data.count === 1 ? 'is' : 'are'} not in this replay.
      </p>
      <Button
        size="sm"
        variant="default"
        loading={add.isPending}
        onClick={() => add.create()}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {`Replay ${data.count === 1 ? 'it' : `these ${formatNumber(data.count)}`} too…`}
      </Button>
      <RunProblem error={add.error} />
    </div>
  )
}
