import type { IdentifiedEvent } from '../../event/event-identity.ts'
import { hasContentId } from '../../event/event-identity.ts'
import classes from './event-details.module.css'
import * as messages from './messages.ts'

/** Explains an event without an id, or with an id that other events share. */
export function IdentityNote({ event }: { event: IdentifiedEvent }) {
  const isByContent = hasContentId(event)
  if (event.ordinal !== undefined) {
    return (
      <p className={classes.identityNote}>
        {isByContent ? messages.sharedContent : messages.sharedId(event.id)} {messages.treatedAsOne}
      </p>
    )
  }
  if (!isByContent) return null
  return <p className={classes.identityNote}>{messages.recognisedByContent}</p>
}
