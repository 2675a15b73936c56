import type { ReceiverHealth } from '../../../contract/receiver.ts'
import { useTimes } from '../session/times.ts'
import classes from './receiver-health.module.css'

type HealthNoteProps = {
  /** undefined where nothing was replayed to the receiver, as far as is known. */
  health: ReceiverHealth | undefined
  /**
   * When one of the events in question failed there last, in ms since 1970; null where that isn't
   * known. Without it, nothing is said about recovery.
   */
  failedAt?: number | null
}

/** Whether replays to a receiver arrive, and whether it has recovered since events failed there. */
export function HealthNote({ health, failedAt }: HealthNoteProps) {
  const times = useTimes()
  if (health === undefined) return null
  const { last_delivery, last_failure, works_since } = health
  if (works_since === null) {
    return last_failure && note('bad', 'The last replay to it failed:', last_failure)
  }
  if (last_delivery === null) return null
  const isRecovered = failedAt !== undefined && (failedAt ?? 0) < Date.parse(last_delivery)
  return isRecovered
    ? note('good', 'Recovered. The last replay was delivered:', last_delivery)
    : note(undefined, 'Last delivery by a replay:', last_delivery)

  function note(tone: 'good' | 'bad' | undefined, words: string, stamp: string) {
    return (
      <div className={classes.note} data-tone={tone}>
        {words}{' '}
        <time dateTime={stamp} title={times.full(stamp)}>
          {times.brief(stamp)}
        </time>
      </div>
    )
  }
}
