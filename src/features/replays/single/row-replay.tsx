import { IconRefresh } from '@tabler/icons-react'
import type { EventState } from '../../../../contract/event-state.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import chip from '../../../ui/chip.module.css'
import classes from '../../../ui/row-button.module.css'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { isUnderWay } from '../replay-messages.ts'
import { ReplayOutcome } from './replay-outcome.tsx'
import { useRowReplays } from './row-replays.tsx'

type RowReplayProps = {
  target: ReplayTarget
  latest: ReplayItem | null
  /** The name of the event. */
  name: string
}

/*
 * The Replay button of a row and its outcome. They are drawn a hundred times at once, so they are
 * made of plain elements and keep no state of their own.
 */

export function RowReplay({ target, latest, name }: RowReplayProps) {
  const { presses, replay } = useRowReplays()
  const goesOn = isGoingOn(presses.get(target.id)?.isPending, latest)
  return (
    // A `disabled` button would drop the keyboard's focus for as long as the replay takes.
    <button
      type="button"
      data-replay
      className={classes.button}
      // It names the button, since its text is hidden from screen readers. As a label, any company's
      // name would be found by those who look for a field.
      title={`Replay ${name}`}
      aria-disabled={goesOn}
      onClick={goesOn ? undefined : () => replay({ target, latest })}
    >
      {goesOn ? LOADER : ICON}
      <span aria-hidden>Replay</span>
    </button>
  )
}

type RowOutcomeProps = Omit<RowReplayProps, 'name'> & { state: EventState | null }

export function RowOutcome({ target, latest, state }: RowOutcomeProps) {
  const { presses, isOutOfSight } = useRowReplays()
  const press = presses.get(target.id)
  // Most rows: a page of a hundred is drawn in half the time.
  if (press === undefined && latest === null && state === null) return STILL_MISSING
  return (
    <ReplayOutcome
      // Otherwise a screen reader would read what another page writes into the row.
      key={press ? target.id : 'not pressed'}
      latest={latest}
      state={state}
      isUnderWay={isGoingOn(press?.isPending, latest)}
      error={press?.error ?? null}
      isOutOfSight={isOutOfSight}
      wasStartedHere={press !== undefined}
      place="row"
    />
  )
}

function isGoingOn(isPending: boolean | undefined, latest: ReplayItem | null): boolean {
  return isPending === true || (latest !== null && isUnderWay(latest.state))
}

const STILL_MISSING = <span className={chip.chip}>Still missing</span>
const ICON = <IconRefresh size={14} aria-hidden />
const LOADER = <i className={classes.loader} aria-hidden />
