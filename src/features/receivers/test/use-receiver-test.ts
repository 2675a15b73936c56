import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { describeError } from '../../../api/error-messages.ts'
import { testReceiver } from '../queries/receivers-query.ts'

/** Tests a receiver on request. The result is about one moment, so it is never refreshed automatically. */
export function useReceiverTest(url: string) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => testReceiver(url) })
  return {
    test: () => mutate(),
    isTesting: isPending,
    result: isPending ? undefined : data,
    /** Why it could not be tested, which says nothing about the receiver; null where it could. */
    problem: isPending || error === null ? null : describeProblem(error),
  }
}

function describeProblem(error: Error): string {
  // The gateway's own sentence says best when to try again.
  if (error instanceof ApiError && error.kind === 'throttled' && error.detail) return error.detail
  const { title, message } = describeError(error)
  return `${title}. ${message}`
}
