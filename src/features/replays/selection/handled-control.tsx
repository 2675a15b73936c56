import { useState } from 'react'
import type { EventState } from '../../../../contract/event-state.ts'
import { formatCount } from '../../../../contract/text/count.ts'
import { describeError } from '../../../api/error-messages.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { NamedTarget, ReplayTarget } from '../../event/list/replay-target.ts'
import classes from './handled-control.module.css'
import type { SelectionScope } from './selection.ts'
import { useHandledEvents } from './use-handled-events.ts'

const MARK = 'Mark as handled'

type HandledControlProps = {
  target: ReplayTarget
  state: EventState | null
}

/** Marks the open event as handled in another way than by a replay, or undoes that. */
export function HandledControl({ target, state }: HandledControlProps) {
  if (state?.state === 'delivered' || state?.state === 'sending') return null
  const isHandled = state?.state === 'handled'
  return <HandleEvents size="sm" scope={target} events={[target]} isHandled={!isHandled} />
}

type HandleEventsProps = {
  size: 'xs' | 'sm'
  scope: SelectionScope
  events: NamedTarget[]
  /** Whether to mark them as handled, or as still missing. */
  isHandled?: boolean
  /** How many of them are not in the filtered list on screen. */
  outside?: number
}

/**
 * Marks events as handled in another way than by a replay. Selected ones stay selected. Asks first if some of
 * them are not on screen.
 */
export function HandleEvents({
  size,
  scope,
  events,
  isHandled = true,
  outside = 0,
}: HandleEventsProps) {
  const change = useHandledEvents(scope)
  const [isAsking, setAsking] = useState(false)
  const mark = () =>
    change.mutate(
      { events, isHandled },
      // The question closes the selection bar on phones, so a message in it would not be seen.
      { onError: error => outside > 0 && notify({ text: describe(error) }) },
    )
  const describe = (error: Error) => {
    const { title, message } = describeError(error)
    return events.length === 1
      ? `${title}. ${message} Nothing was changed.`
      : // A part of them may be marked.
        `${title}. ${message}`
  }
  return (
    <div className={classes.control}>
      <PlainButton
        data-size={size}
        isLoading={change.isPending}
        onClick={outside > 0 ? () => setAsking(true) : mark}
      >
        {isHandled ? MARK : 'Mark as still missing'}
      </PlainButton>
      {isAsking && (
        <ConfirmDialog
          title={`Mark ${formatCount(events.length, 'event', 'events')} as handled?`}
          confirm={MARK}
          onConfirm={mark}
          onClose={() => setAsking(false)}
        >
          {outside === events.length
            ? 'None of them is'
            : `${formatCount(outside, 'of them is', 'of them are')} not`}{' '}
          in this list, because of its search or filters.
        </ConfirmDialog>
      )}
      {change.error && outside === 0 && (
        <p className={classes.problem} role="alert">
          {describe(change.error)}
        </p>
      )}
    </div>
  )
}
