import { isKnownByContent } from '../../event/known-by-content.ts'
import type { KnownEvent } from '../../event/known-event.ts'
import classes from './event-details.module.css'

/** What one has to know of an event that has no id of its own, or shares it. */
export function KnownBy({ event }: { event: KnownEvent }) {
  const isByContent = isKnownByContent(event)
  if (event.twin !== undefined) {
    return (
      <p className={classes.knownBy}>
        {isByContent
          ? 'The service lists this more than once, and gives no id to tell them apart by. '
          : `The service lists more than one event with the id ${event.id}. `}
        They count as one event: a replay sends the first one, once, and what came of it is shown
        with each.
      </p>
    )
  }
  if (!isByContent) return null
  return (
    <p className={classes.knownBy}>
      The service gives this event no id. Redial knows it by its content, so another with the very
      same content counts as the same event.
    </p>
  )
}
