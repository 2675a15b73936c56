import { Button } from '@mantine/core'
import * as uiMessages from '../../ui/messages.ts'
import * as messages from './messages.ts'
import { blocklistErrorMessage } from './records/blocklist-errors.ts'
import classes from './stale-blocklist-notice.module.css'

type StaleNoticeProps = { error: unknown; onRetry: () => void; isRetrying: boolean }

/** Says that the list on screen is old, because it could not be refreshed. */
export function StaleBlocklistNotice({ error, onRetry, isRetrying }: StaleNoticeProps) {
  const { title, message } = blocklistErrorMessage(error)
  return (
    <div role="alert" className={classes.notice}>
      <p>
        <strong>{messages.outOfDateTitle}</strong> {messages.outOfDate} {title}: {message}
      </p>
      <Button variant="default" size="xs" onClick={onRetry} loading={isRetrying}>
        {uiMessages.tryAgain}
      </Button>
    </div>
  )
}
