import { IconRefresh } from '@tabler/icons-react'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { EventRow } from '../../event/event-row.ts'
import { useShortcuts } from '../../shortcuts/shortcuts.tsx'
import { cannotReplay } from '../replay-messages.ts'
import classes from './replay-control.module.css'
import { type KnownStates, ReplayOutcome } from './replay-outcome.tsx'
import { asksFirst, isReplayRunning, useReplays } from './use-replays.tsx'

type ReplayControlProps = {
  row: EventRow
  ofStates: KnownStates
  /** Whether the event was delivered. The button is a rare action then, and comes last. */
  isDelivered: boolean
}

/** The Replay button of the open event, and its state: still missing, or the outcome of the latest replay. */
export function ReplayControl({ row, ofStates, isDelivered }: ReplayControlProps) {
  const { obstacle } = row
  const { presses, replay } = useReplays()
  const press = presses.get(row.target.id)
  const isSending = isReplayRunning(press, row.replay)
  const isOff = isSending || obstacle !== null
  const event = { row, name: 'this event', isDelivered }
  useShortcuts([['r', () => isOff || replay(event, true)]])
  return (
    <div className={classes.control}>
      <PlainButton
        className={isDelivered ? classes.again : undefined}
        data-primary={!asksFirst(event) || undefined}
        title={obstacle === null ? undefined : cannotReplay('this event', obstacle)}
        isLoading={isSending}
        isOff={isOff}
        icon={<IconRefresh size={16} aria-hidden />}
        onClick={() => replay(event)}
      >
        <span>{isDelivered ? 'Replay again…' : 'Replay'}</span>
      </PlainButton>
      <ReplayOutcome {...{ row, press, ofStates }} place="drawer" />
    </div>
  )
}
