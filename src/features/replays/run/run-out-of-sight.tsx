import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { errorWords } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import { Notice } from '../../../ui/notice.tsx'

/** The run can't be seen just now: what is shown stays, and says of when it is. */
export function RunOutOfSight(props: { run: ReplayRunDetails; query: UseQueryResult<unknown> }) {
  const { run, query } = props
  const times = useTimes()
  const asOf = times.moment(new Date(query.dataUpdatedAt).toISOString())
  return (
    <Notice tone="bad">
      {errorWords(query.error).title}. {run.state === 'running' && 'The replay is still running. '}
      What you see is from {asOf} {times.zone}.{' '}
      <Button size="compact-xs" variant="default" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Notice>
  )
}
