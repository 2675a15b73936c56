import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import classes from './offline-notice.module.css'

/** Above every page while the browser has no connection. It is always there, so that it is read out. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    onChange => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.offline}>
          No connection. What you see may be out of date. Redial updates it when the connection is
          back.
        </p>
      )}
    </div>
  )
}
