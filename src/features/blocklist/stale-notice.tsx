import { Button } from '@mantine/core'
import { blocklistErrorMessage } from './records/blocklist-errors.ts'
import classes from './stale-notice.module.css'

type StaleNoticeProps = { error: unknown; onRetry: () => void; isRetrying: boolean }

/** The list is shown as it was read before: reading it again failed. */
export function StaleNotice({ error, onRetry, isRetrying }: StaleNoticeProps) {
  const { title, message } = blocklistErrorMessage(error)
  return (
    <div role="alert" className={classes.notice}>
      <p>
        <strong>This list may be out of date.</strong> Reading it again failed. {title}: {message}
      </p>
      <Button variant="default" size="compact-sm" onClick={onRetry} loading={isRetrying}>
        Try again
      </Button>
    </div>
  )
}
