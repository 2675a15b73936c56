import { useIsOnline } from '../api/use-is-online.ts'
import * as messages from './messages.ts'
import classes from './offline-notice.module.css'

/**
 * Shown above every page while the browser is offline. It is always rendered, so that screen
 * readers announce it.
 */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    <div role="status">{!isOnline && <p className={classes.offline}>{messages.offline}</p>}</div>
  )
}
