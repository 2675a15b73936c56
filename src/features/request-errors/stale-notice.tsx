import type { UseQueryResult } from '@tanstack/react-query'
import { useTimes } from '../../format/times.ts'
import { FailedReadNotice } from './failed-read-notice.tsx'

/** The rows below could not be refreshed, and are as they were. */
export function StaleNotice({ query }: { query: UseQueryResult<unknown> }) {
  const times = useTimes()
  const asOf = times.brief(new Date(query.dataUpdatedAt).toISOString())
  return (
    <FailedReadNotice query={query}>
      What you see is from {asOf} {times.zone}.
    </FailedReadNotice>
  )
}
