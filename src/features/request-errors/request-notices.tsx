import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { describeError } from '../../api/error-messages.ts'
import { formatWait } from '../../format/durations.ts'
import { useTimes } from '../../format/times.ts'
import { Notice } from '../../ui/notice.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'

export type FailedRead = Pick<UseQueryResult<unknown>, 'error' | 'isFetching'> & {
  refetch: () => unknown
}

type FailedReadNoticeProps = {
  query: FailedRead
  /** The data that is shown in the meantime. */
  children: ReactNode
}

/** Says why a refresh failed, above the old data, with a button that retries. */
export function FailedReadNotice({ query, children }: FailedReadNoticeProps) {
  return (
    <Notice tone="bad">
      {describeError(query.error).title}. {children}{' '}
      <PlainButton data-size="xs" isLoading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </PlainButton>
    </Notice>
  )
}

export type StaleNoticeProps = {
  query: FailedRead & Pick<UseQueryResult<unknown>, 'dataUpdatedAt'>
  /** What is old, if that is not all of the rows. */
  children?: ReactNode
}

/** Says that the rows below are old, because they could not be refreshed. */
export function StaleNotice({ query, children }: StaleNoticeProps) {
  const times = useTimes()
  const asOf = times.exact(new Date(query.dataUpdatedAt).toISOString())
  return (
    <FailedReadNotice query={query}>
      {children} Last updated {asOf} {times.zone}.
    </FailedReadNotice>
  )
}

/** Shown while we wait because the service is busy. `reason` is a query's failureReason. */
export function WaitNotice({ reason }: { reason: Error | null }) {
  if (!(reason instanceof ApiError) || reason.kind !== 'throttled') return null
  return (
    <Notice tone="wait">
      The service is busy and asks us to wait {formatWait(reason.retryAfter)}. Redial then retries
      automatically.
    </Notice>
  )
}
