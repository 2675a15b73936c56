import { IconRefresh } from '@tabler/icons-react'
import { createContext, use } from 'react'
import classes from '../../../ui/row-button.module.css'
import type { EventRow } from '../../event/event-row.ts'
import { cannotReplay } from '../replay-messages.ts'
import { type KnownStates, missingChip, ReplayOutcome } from './replay-outcome.tsx'
import { isReplayRunning, replayOfRow, useReplays, wasDelivered } from './use-replays.tsx'

/** What is known about the states of a table's events. */
export const KnownStatesContext = createContext<KnownStates>({
  states: undefined,
  hasFailed: false,
  isUnavailable: false,
})

/*
 * The Replay button of a row and its outcome. A page has a hundred of them, so they are plain elements
 * without state.
 */

export function ReplayCell({ row, name }: { row: EventRow; name: string }) {
  const { presses, replay } = useReplays()
  const { obstacle } = row
  const press = presses.get(row.target.id)
  const isRunning = isReplayRunning(press, row.replay)
  const isOff = isRunning || obstacle !== null
  const isDelivered = wasDelivered(row.replay, row.state)
  return (
    // A `disabled` button would lose the focus during the replay.
    <button
      type="button"
      // Its menu has "Replay again".
      hidden={isDelivered}
      ref={isDelivered && press !== undefined ? passFocusToMenu : undefined}
      className={classes.button}
      // The title names the button, because its text is hidden from screen readers. With a label, a search for a
      // field by its label would find any company's button.
      title={obstacle === null ? `Replay ${name}` : cannotReplay(name, obstacle)}
      aria-disabled={isOff}
      onClick={isOff ? undefined : () => replay(replayOfRow(row, name))}
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

export function OutcomeCell({ row: { target, replay: latest, state } }: { row: EventRow }) {
  const press = useReplays().presses.get(target.id)
  const ofStates = use(KnownStatesContext)
  const otherwise = missingChip(ofStates, target.id)
  // The fast path for most rows: a page of a hundred renders in half the time.
  if (press === undefined && latest === null && state === null) return otherwise
  return (
    <ReplayOutcome
      // Otherwise a screen reader would announce the text that another page puts into the row.
      key={press ? target.id : 'not pressed'}
      latest={latest}
      state={state}
      press={press}
      isStatusUnavailable={ofStates.isUnavailable}
      place="row"
      otherwise={otherwise}
    />
  )
}

const ICON = <IconRefresh size={14} aria-hidden />
const LOADER = <i className={classes.loader} aria-hidden />
