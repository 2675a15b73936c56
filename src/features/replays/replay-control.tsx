import { Button, Loader } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReplayItem } from '../../../contract/replay.ts'
import { ApiError } from '../../api/api-error.ts'
import { errorWords } from '../../api/error-words.ts'
import { useTimes } from '../session/times.ts'
import classes from './replay-control.module.css'
import type { ReplayTarget } from './replay-target.ts'
import { replayTone, replayWords } from './replay-words.ts'
import { useReplay } from './use-replay.ts'

type ReplayControlProps = {
  /** null for an event that the service gave no id: it can't be found again, so not replayed. */
  target: ReplayTarget | null
  latest: ReplayItem | null
  /** The id of the element that names the event, for those who hear the button out of its row. */
  eventId?: string
  /** Where it stands: small in a row, the main thing to do in the drawer. */
  place: 'row' | 'drawer'
}

/** The Replay button of an event and what came of the last replay. */
export function ReplayControl({ target, ...rest }: ReplayControlProps) {
  return target === null ? <NoReplay place={rest.place} /> : <Replay target={target} {...rest} />
}

function Replay({
  target,
  latest,
  eventId,
  place,
}: Omit<ReplayControlProps, 'target'> & { target: ReplayTarget }) {
  const times = useTimes()
  const { replay, isUnderWay, error, isOutOfSight, wasStartedHere } = useReplay(target, latest)
  const iconSize = place === 'row' ? 14 : 16
  return (
    <div className={classes.control} data-place={place}>
      {/* A `disabled` button would drop the keyboard's focus for as long as the replay takes. */}
      <Button
        size={place === 'row' ? 'compact-sm' : 'sm'}
        variant={place === 'row' ? 'default' : 'filled'}
        aria-describedby={eventId}
        aria-disabled={isUnderWay}
        data-disabled={isUnderWay || undefined}
        onClick={isUnderWay ? undefined : replay}
        leftSection={
          isUnderWay ? (
            <Loader size={iconSize} color="currentColor" />
          ) : (
            <IconRefresh size={iconSize} aria-hidden />
          )
        }
      >
        Replay
      </Button>
      {/* Read out only where the person asked for it; a page of a hundred would chatter. */}
      <p className={classes.outcome} aria-live={wasStartedHere ? 'polite' : undefined}>
        {error !== null && (latest === null || isUnderWay || !isConflict(error)) && (
          <span data-tone="bad">Not started. {startProblem(error)} </span>
        )}
        {latest !== null && (error === null || isConflict(error)) && (
          <span className={classes.news} data-tone={replayTone(latest.state)}>
            {replayWords(latest, times.brief)}
          </span>
        )}
        {isOutOfSight && isUnderWay && (
          <span data-tone="wait"> It goes on, but Redial can’t see it just now.</span>
        )}
      </p>
    </div>
  )
}

function NoReplay({ place }: { place: 'row' | 'drawer' }) {
  return (
    <div className={classes.control} data-place={place}>
      <Button size={place === 'row' ? 'compact-sm' : 'sm'} variant="default" disabled>
        Replay
      </Button>
      <p className={classes.outcome}>The service gave this event no id.</p>
    </div>
  )
}

/** The event is being replayed already: what comes of that is worth more than the refusal. */
function isConflict(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'conflict'
}

/** The gateway's own sentence says best who is replaying the event already. */
function startProblem(error: Error): string {
  if (error instanceof ApiError && error.kind === 'conflict' && error.detail) return error.detail
  const { title, message } = errorWords(error)
  return `${title}. ${message}`
}
