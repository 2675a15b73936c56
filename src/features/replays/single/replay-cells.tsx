import { IconRefresh } from '@tabler/icons-react'
import type { EventState } from '../../../../contract/event-state.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import classes from '../../../ui/row-button.module.css'
import type { ReplayObstacle } from '../../event/event-row.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { cannotReplay, isReplayRunning } from '../replay-messages.ts'
import { missingChip, ReplayOutcome } from './replay-outcome.tsx'
import { handledState, useRowReplays, wasDelivered } from './row-replays.tsx'

type ReplayCellProps = {
  target: ReplayTarget
  latest: ReplayItem | null
  name: string
  /** Why it can't be replayed; null if it can. */
  obstacle: ReplayObstacle | null
}

/*
 * The Replay button of a row and its outcome. A page has a hundred of them, so they are plain elements
 * without state.
 */

export function ReplayCell({ target, latest, name, obstacle }: ReplayCellProps) {
  const { presses, replay, ofStates } = useRowReplays()
  const press = presses.get(target.id)
  const isRunning = isReplayRunning(press?.isPending, latest)
  const isOff = isRunning || obstacle !== null
  const isDelivered = wasDelivered(latest, ofStates.states, target.id)
  return (
    // A `disabled` button would lose the focus during the replay.
    <button
      type="button"
      // Its menu has "Replay again", and a key still presses this button.
      hidden={isDelivered}
      ref={isDelivered && press !== undefined ? passFocusToMenu : undefined}
      data-replay={isDelivered || handledState(ofStates.states, target.id) ? 'asks' : ''}
      className={classes.button}
      // The title names the button, because its text is hidden from screen readers. With a label, a search for a
      // field by its label would find any company's button.
      title={obstacle === null ? `Replay ${name}` : cannotReplay(name, obstacle)}
      aria-disabled={isOff}
      onClick={isOff ? undefined : () => replay({ target, latest, name })}
    >
      {isRunning ? LOADER : ICON}
      <span aria-hidden>Replay</span>
    </button>
  )
}

/** The button that a person has pressed is hidden now, and the focus is lost with it. */
function passFocusToMenu(button: HTMLButtonElement | null) {
  if (document.activeElement !== document.body) return
  button?.parentElement?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus()
}

type RowOutcomeProps = Omit<ReplayCellProps, 'name' | 'obstacle'> & { state: EventState | null }

export function OutcomeCell({ target, latest, state }: RowOutcomeProps) {
  const { presses, ofStates } = useRowReplays()
  const press = presses.get(target.id)
  const otherwise = missingChip(ofStates, target.id)
  // The fast path for most rows: a page of a hundred renders in half the time.
  if (press === undefined && latest === null && state === null) return otherwise
  return (
    <ReplayOutcome
      // Otherwise a screen reader would announce the text that another page puts into the row.
      key={press ? target.id : 'not pressed'}
      latest={latest}
      state={state}
      isUnderWay={isReplayRunning(press?.isPending, latest)}
      error={press?.error ?? null}
      isStatusUnavailable={ofStates.isUnavailable}
      wasStartedHere={press !== undefined}
      place="row"
      otherwise={otherwise}
    />
  )
}

const ICON = <IconRefresh size={14} aria-hidden />
const LOADER = <i className={classes.loader} aria-hidden />
