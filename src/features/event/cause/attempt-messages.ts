import type { UpstreamAttempt } from '../../../../contract/failed-event.ts'
import { formatDuration, formatMilliseconds } from '../../../format/durations.ts'
import { failureSummary } from './failure-cause.ts'

const TIMES = ['', 'once', 'twice', 'three times', 'four times', 'five times']

/** "It was tried four times over 36 min 02 s, each time with the same outcome." */
export function summarizeAttempts(attempts: UpstreamAttempt[]): string {
  const [first, last] = [attempts.at(0), attempts.at(-1)]
  if (first === undefined || last === undefined) return ''
  const count = TIMES[attempts.length] ?? `${attempts.length} times`
  if (attempts.length === 1) {
    const took = first.duration_ms === null ? '' : `, for ${formatMilliseconds(first.duration_ms)}`
    return `It was tried ${count}${took}.`
  }
  const seconds = secondsBetween(first.at, last.at)
  const over = seconds === null || seconds < 0 ? '' : ` over ${formatDuration(seconds)}`
  const isSame = attempts.every(attempt => failureSummary(attempt) === failureSummary(last))
  const outcome = isSame
    ? 'each time with the same outcome'
    : 'not always with the same outcome; the last one counts'
  return `It was tried ${count}${over}, ${outcome}.`
}

/** "First attempt", "2nd retry" */
export function attemptName(index: number): string {
  if (index === 0) return 'First attempt'
  return `${index}${ENDINGS[ORDINAL.select(index)]} retry`
}

const ORDINAL = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' }

/**
 * Minutes from the failure of one attempt to the next (docs/interface.md, "States and
 * transitions").
 */
const PLANNED_MINUTES = [1, 5, 30]

/**
 * The time between the attempt before and the attempt at `index`, and whether it is as planned:
 * "5 min later, as planned". Empty if it is unknown.
 */
export function attemptGap(attempts: UpstreamAttempt[], index: number): string {
  const [before, attempt] = [attempts[index - 1], attempts[index]]
  const minutes = PLANNED_MINUTES[index - 1]
  const plan = minutes === undefined ? null : `${minutes} min`
  if (before === undefined || attempt === undefined) return ''
  const apart = secondsBetween(before.at, attempt.at)
  if (apart === null) return plan === null ? '' : `planned ${plan} later`
  // Clocks of two machines may differ by a little.
  if (apart < 0) return 'the service’s times are out of order here'
  const gap = Math.max(0, apart - (before.duration_ms ?? 0) / 1000)
  if (minutes === undefined || plan === null) return `${formatDuration(gap)} later`
  const isPlanned = Math.abs(gap - minutes * 60) <= Math.max(6, minutes * 6)
  return isPlanned ? `${plan} later, as planned` : `${formatDuration(gap)} later, planned ${plan}`
}

/** Says that the service reported fewer attempts than it makes; null if it reported all. */
export function missingAttempts(attempts: UpstreamAttempt[]): string | null {
  if (attempts.length === 0) return 'The service doesn’t report its attempts.'
  const expected = PLANNED_MINUTES.length + 1
  if (attempts.length >= expected) return null
  return `The service reported ${attempts.length} of ${expected} expected attempts.`
}

function secondsBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000
}
