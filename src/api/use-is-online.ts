import { onlineManager } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

/**
 * Whether the browser has a connection. It may have one while Redial can't be reached, which only a
 * failed request shows.
 */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    onChange => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
    // The outlines of pages are rendered on the server.
    () => true,
  )
}

/** Calls `onOnline` each time the connection is back. */
export function useWhenOnlineAgain(onOnline: () => void): void {
  useEffect(
    () =>
      onlineManager.subscribe(isOnline => {
        if (isOnline) onOnline()
      }),
    [onOnline],
  )
}
