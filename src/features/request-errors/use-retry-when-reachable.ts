import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { whenReachable } from '../../api/when-reachable.ts'

/** Retries automatically when Redial can be reached again. */
export function useRetryWhenReachable(error: unknown, retry: () => void): void {
  const isOffline = error instanceof ApiError && error.kind === 'offline'
  const onReachable = useEffectEvent(retry)
  // Another error of the same kind needs another wait.
  useEffect(() => {
    if (isOffline && error !== null) return whenReachable(() => onReachable())
  }, [isOffline, error])
}
