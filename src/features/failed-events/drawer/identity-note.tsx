import { hasContentId } from '../../event/content-identity.ts'
import type { IdentifiedEvent } from '../../event/event-identity.ts'
import classes from './event-details.module.css'

/** Explains an event without an id, or with an id that other events share. */
export function IdentityNote({ event }: { event: IdentifiedEvent }) {
  const isByContent = hasContentId(event)
  if (event.ordinal !== undefined) {
    return (
      <p className={classes.knownBy}>
        {isByContent
          ? 'The service lists this event more than once without an ID. '
          : `The service lists more than one event with the ID ${event.id}. `}
        We treat them as one event: a replay sends the first one once, and the result appears on
        each.
      </p>
    )
  }
  if (!isByContent) return null
  return (
    <p className={classes.knownBy}>
      The service gives this event no ID. Redial recognises it by its content, so another event with
      exactly the same content counts as the same one.
    </p>
  )
}
