import { ApiError } from '../../api/api-error.ts'
import { formatWait } from '../../format/durations.ts'
import { Notice } from '../../ui/notice.tsx'

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
