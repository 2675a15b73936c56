import { Button, Loader } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReplayItem } from '../../../../contract/replay.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import classes from './replay-control.module.css'
import { ReplayOutcome } from './replay-outcome.tsx'
import { useReplay } from './use-replay.ts'

type ReplayControlProps = {
  target: ReplayTarget
  latest: ReplayItem | null
  /** The event has arrived: there is no need to press the button. */
  isDelivered: boolean
}

/** The Replay button of the open event and what came of the last replay. */
export function ReplayControl({ target, latest, isDelivered }: ReplayControlProps) {
  const { replay, ...start } = useReplay(target, latest)
  return (
    <div className={classes.control}>
      {/* A `disabled` button would drop the keyboard's focus for as long as the replay takes. */}
      <Button
        data-replay
        size="sm"
        variant={isDelivered ? 'default' : undefined}
        aria-disabled={start.isUnderWay}
        data-disabled={start.isUnderWay || undefined}
        onClick={start.isUnderWay ? undefined : replay}
        leftSection={
          start.isUnderWay ? (
            <Loader size={16} color="currentColor" />
          ) : (
            <IconRefresh size={16} aria-hidden />
          )
        }
      >
        {isDelivered ? 'Replay again' : 'Replay'}
      </Button>
      <ReplayOutcome latest={latest} {...start} place="drawer" />
    </div>
  )
}
