import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Notice } from '../../ui/notice.tsx'
import classes from './offline-notice.module.css'

/** Above every page while the browser has no connection. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    onChange => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
  if (isOnline) return null
  return (
    <div className={classes.offline}>
      <Notice tone="wait">
        No connection. What is shown stays, but may be out of date. Redial goes on by itself once
        the connection is back.
      </Notice>
    </div>
  )
}
