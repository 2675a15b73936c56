import { IconRefresh } from '@tabler/icons-react'
import type { ReplayItem } from '../../../../contract/replay.ts'
import classes from '../../../ui/row-button.module.css'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { isUnderWay } from '../replay-words.ts'
import controlClasses from './replay-control.module.css'
import { ReplayOutcome } from './replay-outcome.tsx'
import { useRowReplays } from './row-replays.tsx'

type RowReplayProps = {
  target: ReplayTarget
  latest: ReplayItem | null
  /** The id of the element that names the event, for those who hear the button out of its row. */
  eventId: string
}

/**
 * The Replay button of a row and what came of the last replay. It is drawn a hundred times at once,
 * so it is made of plain elements and keeps nothing of its own.
 */
export function RowReplay({ target, latest, eventId }: RowReplayProps) {
  const { presses, replay, isOutOfSight } = useRowReplays()
  const press = presses.get(target.id)
  const goesOn = press?.isPending === true || (latest !== null && isUnderWay(latest.state))
  return (
    <div className={controlClasses.control} data-place="row">
      {/* A `disabled` button would drop the keyboard's focus for as long as the replay takes. */}
      <button
        type="button"
        className={classes.button}
        aria-describedby={eventId}
        aria-disabled={goesOn}
        onClick={goesOn ? undefined : () => replay({ target, latest })}
      >
        {goesOn ? LOADER : ICON}
        <span>Replay</span>
      </button>
      <ReplayOutcome
        // Else what is written into a row by another page would be read out.
        key={press ? target.id : 'not pressed'}
        latest={latest}
        isUnderWay={goesOn}
        error={press?.error ?? null}
        isOutOfSight={isOutOfSight}
        wasStartedHere={press !== undefined}
      />
    </div>
  )
}

const ICON = <IconRefresh size={14} aria-hidden />
const LOADER = <i className={classes.loader} aria-hidden />
