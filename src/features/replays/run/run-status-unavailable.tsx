import type { UseQueryResult } from '@tanstack/react-query'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { useTimes } from '../../../format/times.ts'
import { FailedReadNotice } from '../../request-errors/failed-read-notice.tsx'
import * as messages from './messages.ts'

/** Says that the status can't be loaded, and when the shown data was loaded. */
export function RunStatusUnavailable(props: {
  run: ReplayRunDetails
  query: UseQueryResult<unknown>
}) {
  const { run, query } = props
  const times = useTimes()
  const asOf = times.moment(new Date(query.dataUpdatedAt).toISOString())
  return (
    <FailedReadNotice query={query}>
      {run.state === 'running' && `${messages.stillRunning} `}
      {messages.lastUpdated(asOf, times.zone)}
    </FailedReadNotice>
  )
}
