import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'

/** Not every browser notices that a connection is back. */
const RETRY_EVERY_MS = 5_000

/** Tries again by itself for as long as an error says that Redial can't be reached. */
export function useRetryWhileOffline(error: unknown, retry: () => unknown): void {
  const isOffline = error instanceof ApiError && error.kind === 'offline'
  useEffect(() => {
    if (!isOffline) return
    const timer = setInterval(retry, RETRY_EVERY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [isOffline, retry])
}
