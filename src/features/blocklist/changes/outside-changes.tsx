import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { useTimes } from '../../../format/times.ts'
import * as messages from '../records/messages.ts'
import { formatChanges } from './blocklist-changes.ts'
import classes from './outside-changes.module.css'
import { useOutsideChanges } from './use-outside-changes.ts'

/** Reports what others have changed in the list. */
export function OutsideChanges() {
  const times = useTimes()
  const [changes, forget] = useOutsideChanges()
  return (
    <div role="status">
      {changes.length > 0 && (
        <div className={classes.changes}>
          <div className={classes.lines}>
            {changes.map(({ at, changes }) => (
              <p key={at}>
                <time dateTime={at}>{times.brief(at)}</time> {messages.changesPrefix}{' '}
                {formatChanges(changes)}
              </p>
            ))}
          </div>
          <CloseButton aria-label={messages.closeChanges} onClick={forget} />
        </div>
      )}
    </div>
  )
}
