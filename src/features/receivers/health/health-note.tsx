import type { ReceiverHealth } from '../../../../contract/receiver.ts'
import { Time } from '../../../format/time.tsx'
import { formatHealth } from './health-messages.ts'
import classes from './receiver-health.module.css'

type HealthNoteProps = {
  /** undefined if no replay to the receiver is known. */
  health: ReceiverHealth | undefined
  /** When the last event failed there, in ms since 1970; null if it isn't known. */
  failedAt?: number | null
}

/** As in the gateway. */
const RECENT_MS = 7 * 24 * 60 * 60 * 1_000

/** One line: whether replays to a receiver arrive, and whether one did after these failures. */
export function HealthNote({ health, failedAt = null }: HealthNoteProps) {
  const line = health && formatHealth(health, failedAt, Date.now() - RECENT_MS)
  if (!line) return null
  const { tone, text, stamp } = line
  return (
    <div className={classes.note} data-tone={tone}>
      {text} <Time stamp={stamp} />
    </div>
  )
}
