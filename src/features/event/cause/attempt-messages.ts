import { failureSummary } from '../../../../contract/event/failure-cause.ts'
import type { ShownEvent } from '../../../../contract/event-page.ts'
import { formatCount } from '../../../../contract/text/count.ts'
import { capitalise } from '../../../../contract/text/names.ts'
import { formatDuration, formatMilliseconds } from '../../../format/durations.ts'

const TIMES = ['', 'once', 'twice', 'three times', 'four times', 'five times']

type Attempt = ShownEvent['attempts'][number]

/** "We tried four times in 36 min 02 s, each time with the same outcome." */
export function summarizeAttempts(attempts: Attempt[]): string {
  const [first, last] = [attempts.at(0), attempts.at(-1)]
  if (first === undefined || last === undefined) return ''
  const count = TIMES[attempts.length] ?? `${attempts.length} times`
  if (attempts.length === 1) {
    const took = first.duration_ms === null ? '' : `, for ${formatMilliseconds(first.duration_ms)}`
    return `We tried ${count}${took}.`
  }
  const seconds = secondsBetween(first.at, last.at)
  const inTime = seconds === null || seconds < 0 ? '' : ` in ${formatDuration(seconds)}`
  const isSame = attempts.every(attempt => failureSummary(attempt) === failureSummary(last))
  const outcome = isSame
    ? 'each time with the same outcome'
    : 'not always with the same outcome; the last one counts'
  return `We tried ${count}${inTime}, ${outcome}.`
}

export function attemptName(index: number): string {
  if (index === 0) return 'First attempt'
  return `${index}${ENDINGS[ORDINAL.select(index)]} retry`
}

const ORDINAL = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' }

/**
 * The time between the previous attempt and the attempt at `index`, as the service reports it:
 * "5 min 00 s after the previous failure". Empty if it is unknown. It names no planned time,
 * because `RETRY_SCHEDULE` is the operator's and the service does not report it.
 */
export function attemptGap(attempts: Attempt[], index: number): string {
  const [previous, attempt] = [attempts[index - 1], attempts[index]]
  if (previous === undefined || attempt === undefined) return ''
  const apart = secondsBetween(previous.at, attempt.at)
  if (apart === null) return ''
  // Clocks of two machines may differ by a little.
  if (apart < 0) return 'the service’s times are out of order here'
  if (previous.duration_ms === null) return `${formatDuration(apart)} after the previous attempt`
  const gap = Math.max(0, apart - previous.duration_ms / 1000)
  return `${formatDuration(gap)} after the previous failure`
}

/** Says that the service reported no attempts, or only how many; null if it reported any. */
export function missingAttempts({
  attempts,
  attempt_count: count,
}: Pick<ShownEvent, 'attempts' | 'attempt_count'>): string | null {
  if (attempts.length > 0) return null
  if (count === null) return 'The service doesn’t report its attempts.'
  return `The service counts ${formatCount(count, 'attempt', 'attempts')}, without details.`
}

function secondsBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000
}

/** Why events of a replay failed or were skipped. A single sentence has no full stop, like other causes. */
export function formatRunCause(cause: string): string {
  return capitalise(cause.replace(/^([^.]+)\.$/, '$1'))
}
