import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { whenReachable } from '../../api/when-reachable.ts'

/** Retries automatically when Redial can be reached again. */
export function useRetryWhenReachable(error: unknown, retry: () => void): void {
  const isOffline = error instanceof ApiError && error.kind === 'offline'
  // Another error of the same kind needs another wait.
  useEffect(() => {
    if (isOffline && error !== null) return whenReachable(retry)
  }, [isOffline, error, retry])
}
