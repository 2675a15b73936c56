import { ApiError } from '../../api/api-error.ts'
import { Notice } from '../../ui/notice.tsx'
import * as messages from './messages.ts'

/** Shown while we wait because the service is busy. `reason` is a query's failureReason. */
export function WaitNotice({ reason }: { reason: Error | null }) {
  if (!(reason instanceof ApiError) || reason.kind !== 'throttled') return null
  return <Notice tone="wait">{messages.serviceIsBusy(reason.retryAfter)}</Notice>
}
