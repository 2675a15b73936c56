import { overviewRange } from '../../../../contract/overview.ts'
import type { LiveDeliveries, Receiver, ReceiverState } from '../../../../contract/receiver.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { capitalise } from '../../../../contract/text/names.ts'
import { type CalendarDate, dayOf } from '../../../../contract/time/calendar-date.ts'
import { formatShortDay } from '../../../../contract/time/day-text.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { formatLateness, formatMilliseconds } from '../../../format/durations.ts'
import { useTimes } from '../../../format/times.ts'
import { Chip } from '../../../ui/states/chip.tsx'
import classes from './state-with-reason.module.css'

export const STATE_NAMES: Record<ReceiverState, string> = {
  failing: 'Failing',
  recovered: 'Recovered',
  working: 'Working',
  quiet: 'Quiet',
}

type Clock = Pick<Times, 'brief' | 'timeZone' | 'today'>

/**
 * When failures began: "since 22 Nov or earlier" on the first day that counts, because earlier ones are not known.
 *
 * @param isPart whether earlier ones of the days that count are not read yet
 */
export function formatSince(
  stamp: string,
  { brief, timeZone }: Pick<Times, 'brief' | 'timeZone'>,
  firstDay: CalendarDate,
  isPart = false,
): string {
  const isFirst = dayOf(new Date(stamp), timeZone) === firstDay
  const start = isFirst ? formatShortDay(firstDay) : brief(stamp)
  return `since ${start}${isFirst || isPart ? ' or earlier' : ''}`
}

type StateReason = Omit<Receiver, 'receiver' | 'companies' | 'tracking_numbers'>

/**
 * Why a receiver has its state, in one line: "8 calls failed since 09:02. Last attempt 13:22: Answered 503"
 *
 * @param isInTable whether other columns have the numbers and the last times: "Since 09:02. Last: Answered 503"
 */
export function stateReason(receiver: StateReason, clock: Clock, isInTable = false): string {
  const { state, recovered_at, live } = receiver
  const isRecovered = isInTable && state === 'recovered' && recovered_at !== null
  const reasons =
    state === 'failing'
      ? failingReasons(receiver, clock, isInTable)
      : [
          isInTable
            ? isRecovered && `Since ${formatRecovery(receiver, recovered_at, clock.brief)}`
            : deliveryReason(receiver, clock.brief),
          live && formatLive(live),
        ]
  return reasons.filter(Boolean).join('. ')
}

function failingReasons(receiver: StateReason, clock: Clock, isInTable: boolean) {
  const { failures, cause, first_failure, last_failure, late_s } = receiver
  const since =
    first_failure && formatSince(first_failure, clock, overviewRange(clock.today()).from)
  const late = late_s !== null && `Attempts are ${formatLateness(late_s)}`
  if (isInTable)
    return [since && capitalise(since), late, failures > 0 && cause && `Last: ${cause}`]
  const last = last_failure && clock.brief(last_failure)
  const isSpan = first_failure !== null && clock.brief(first_failure) !== last
  // A replay may have failed since the last event did.
  const lastAttempt = isSpan ? `Last attempt ${last}` : failures > 1 ? 'Last attempt' : null
  const failed = [formatCount(failures, ...failedNouns(receiver)), 'failed', isSpan ? since : last]
  return [
    failures > 0 && failed.filter(Boolean).join(' '),
    late,
    failures > 0 && [lastAttempt, cause].filter(Boolean).join(': '),
  ]
}

/** Pages of one list also show the number, so it says what it counts. */
function failedNouns({
  failures,
  missing: { call_events_fail: calls, transcription_events_fail: aiEvents },
}: Pick<Receiver, 'failures' | 'missing'>): [string, string] {
  // Events from before the days that count have failed again.
  if (failures > calls + aiEvents) return ['event', 'events']
  if (calls > 0 && aiEvents > 0) return ['call or AI event', 'calls and AI events']
  return calls > 0 ? ['call', 'calls'] : ['AI event', 'AI events']
}

function deliveryReason(receiver: StateReason, brief: Times['brief']): string {
  const { state, last_delivery, recovered_at, live } = receiver
  if (state === 'recovered' && recovered_at !== null) {
    return `Delivered again since ${formatRecovery(receiver, recovered_at, brief)}`
  }
  if (last_delivery !== null) return `Last delivery ${brief(last_delivery)}`
  return live === null ? 'No replay delivered yet' : 'Nothing delivered yet'
}

/** "19:43, first by a replay", because only the service's own deliveries show that a receiver has recovered by itself. */
function formatRecovery(
  { recovered_by_replay }: StateReason,
  at: string,
  brief: Times['brief'],
): string {
  return recovered_by_replay ? `${brief(at)}, first by a replay` : brief(at)
}

/** Fewer events say little about how long others take. */
const FEW = 5
/** From so many events on, a percentage is easier to read than two numbers. */
const MANY = 1_000

/** "The service itself delivered 8 of 28 events in the last 24 hours, typically within 0.1 s" */
export function formatLive({ delivered, failed, retrying, median_ms }: LiveDeliveries): string {
  const settled = delivered + failed
  const waiting = retrying === 0 ? '' : `, ${formatNumber(retrying)} being retried`
  if (settled === 0) return `None settled in the last 24 hours${waiting}`
  const time =
    median_ms === null || delivered < FEW
      ? ''
      : `, typically within ${formatMilliseconds(median_ms)}`
  const events = formatCount(settled, 'event', 'events')
  const share =
    settled < MANY || failed === 0
      ? formatNumber(delivered)
      : // Not all of them.
        `${Math.min(99.9, (100 * delivered) / settled).toFixed(1)}%`
  return `The service itself delivered ${share} of ${events} in the last 24 hours${time}${waiting}`
}

const TONES = { failing: 'bad', recovered: 'good', working: 'good', quiet: undefined } as const

type StateWithReasonProps = {
  receiver: Receiver
  /** Other columns have the numbers and the last times. */
  isInTable?: boolean
}

/** The state of a receiver, and why it has it. */
export function StateWithReason({ receiver, isInTable }: StateWithReasonProps) {
  return (
    <>
      <StateChip receiver={receiver} />{' '}
      <span className={classes.reason}>{stateReason(receiver, useTimes(), isInTable)}</span>
    </>
  )
}

/** The state alone, where the reason is next to it in other words. */
export function StateChip({ receiver }: { receiver: Receiver }) {
  const { state } = receiver
  return (
    <Chip tone={TONES[state]} title={stateReason(receiver, useTimes())}>
      {STATE_NAMES[state]}
    </Chip>
  )
}
