import type { ReceiverHealth } from '../../../contract/receiver.ts'
import { useTimes } from '../session/times.ts'
import classes from './receiver-health.module.css'

type HealthNoteProps = {
  /** undefined where nothing was replayed to the receiver, as far as is known. */
  health: ReceiverHealth | undefined
  /** When an event failed there last without a replay, in ms since 1970; null where nobody knows. */
  failedAt?: number | null
}

/** In a line: whether a receiver has recovered since it failed last. */
export function HealthNote({ health, failedAt = null }: HealthNoteProps) {
  const times = useTimes()
  if (health === undefined) return null
  const { last_delivery, last_failure, works_since } = health
  const isRecovered = works_since !== null && (failedAt ?? 0) < Date.parse(works_since)
  if (isRecovered) return note('good', 'Recovered, replays are delivered since', works_since)
  if (last_failure !== null) return note('bad', 'The last replay failed:', last_failure)
  return last_delivery && note(undefined, 'Last delivery by a replay:', last_delivery)

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
