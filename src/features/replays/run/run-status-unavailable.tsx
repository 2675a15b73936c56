import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { describeError } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import { Notice } from '../../../ui/notice.tsx'

/** Says that the status can't be loaded, and when the shown data was loaded. */
export function RunStatusUnavailable(props: {
  run: ReplayRunDetails
  query: UseQueryResult<unknown>
}) {
  const { run, query } = props
  const times = useTimes()
  const asOf = times.moment(new Date(query.dataUpdatedAt).toISOString())
  return (
    <Notice tone="bad">
      {describeError(query.error).title}.{' '}
      {run.state === 'running' && 'The replay is still running. '}
      Last updated {asOf} {times.zone}.{' '}
      <Button size="compact-xs" variant="default" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Notice>
  )
}
