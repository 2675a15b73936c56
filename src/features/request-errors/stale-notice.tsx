import type { UseQueryResult } from '@tanstack/react-query'
import { useTimes } from '../../format/times.ts'
import { FailedReadNotice } from './failed-read-notice.tsx'
import * as messages from './messages.ts'

/** Says that the rows below are old, because they could not be refreshed. */
export function StaleNotice({ query }: { query: UseQueryResult<unknown> }) {
  const times = useTimes()
  const asOf = times.brief(new Date(query.dataUpdatedAt).toISOString())
  return <FailedReadNotice query={query}>{messages.lastUpdated(asOf, times.zone)}</FailedReadNotice>
}
