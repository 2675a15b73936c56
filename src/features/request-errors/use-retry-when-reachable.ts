import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { whenReachable } from '../../api/when-reachable.ts'

/** Tries again by itself, once Redial can be reached, what failed because it could not be. */
export function useRetryWhenReachable(error: unknown, retry: () => void): void {
  const isOffline = error instanceof ApiError && error.kind === 'offline'
  // Another error of the same kind has to be waited for again.
  useEffect(() => {
    if (isOffline && error !== null) return whenReachable(retry)
  }, [isOffline, error, retry])
}
