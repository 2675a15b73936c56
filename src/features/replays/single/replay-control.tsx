import { IconDots, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import type { EventRow } from '../../event/event-row.ts'
import { useShortcuts } from '../../shortcuts/shortcuts.tsx'
import { cannotReplay } from '../replay-messages.ts'
import classes from './replay-control.module.css'
import { type KnownStates, ReplayOutcome } from './replay-outcome.tsx'
import { asksFirst, isReplayRunning, useReplays } from './use-replays.tsx'

type ReplayControlProps = {
  row: EventRow
  ofStates: KnownStates
  /** Whether the event was delivered. A menu has the button then. */
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
  const start = () => replay(event)
  useShortcuts([['r', () => isOff || replay(event, true)]])
  return (
    <div className={classes.control}>
      {isDelivered && !isSending ? (
        <ReplayAgain isOff={isOff} onReplay={start} />
      ) : (
        <PlainButton
          data-primary={!asksFirst(event) || undefined}
          title={obstacle === null ? undefined : cannotReplay('this event', obstacle)}
          isLoading={isSending}
          isOff={isOff}
          icon={<IconRefresh size={16} aria-hidden />}
          onClick={start}
        >
          <span>Replay</span>
        </PlainButton>
      )}
      <ReplayOutcome {...{ row, press, ofStates }} place="drawer" />
    </div>
  )
}

/** The rare action for a delivered event. */
function ReplayAgain({ isOff, onReplay }: { isOff: boolean; onReplay: () => void }) {
  const more = useRef<HTMLElement>(null)
  // The Replay button, which had the focus, is gone.
  useEffect(() => focusIfLost(more), [])
  return (
    <div
      className={classes.more}
      ref={place => {
        more.current = place?.querySelector('button') ?? null
      }}
    >
      <PopoverButton
        isIconOnly
        isFresh
        label="More actions"
        icon={<IconDots size={16} aria-hidden />}
      >
        {close => (
          <PlainButton
            data-size="xs"
            disabled={isOff}
            icon={<IconRefresh size={14} aria-hidden />}
            onClick={() => {
              close()
              onReplay()
            }}
          >
            Replay again…
          </PlainButton>
        )}
      </PopoverButton>
    </div>
  )
}
