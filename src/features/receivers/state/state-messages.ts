import { overviewRange } from '../../../../contract/overview.ts'
import type { LiveDeliveries, Receiver, ReceiverState } from '../../../../contract/receiver.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { capitalise } from '../../../../contract/text/names.ts'
import { type CalendarDate, dayOf } from '../../../../contract/time/calendar-date.ts'
import { formatShortDay } from '../../../../contract/time/day-text.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { formatLateness, formatMilliseconds } from '../../../format/durations.ts'

export const STATE_NAMES: Record<ReceiverState, string> = {
  failing: 'Failing',
  recovered: 'Recovered',
  working: 'Working',
  quiet: 'Quiet',
}

type Clock = Pick<Times, 'brief' | 'timeZone' | 'today'>

/** When failures began: "since 22 Nov or earlier" on the first day that counts, because earlier ones are not known. */
export function formatSince(
  stamp: string,
  { brief, timeZone }: Pick<Times, 'brief' | 'timeZone'>,
  firstDay: CalendarDate,
): string {
  const isFirst = dayOf(new Date(stamp), timeZone) === firstDay
  return isFirst ? `since ${formatShortDay(firstDay)} or earlier` : `since ${brief(stamp)}`
}

/** Why a receiver has its state, in one line: "8 calls failed since 09:02. Last attempt 13:22: Answered 503" */
export function stateReason(
  receiver: Omit<Receiver, 'receiver' | 'companies' | 'tracking_numbers'>,
  clock: Clock,
): string {
  const { brief, today } = clock
  const { state, failures, cause, first_failure, last_failure, late_s, live } = receiver
  if (state !== 'failing') {
    const delivery = deliveryReason(receiver, brief)
    return live === null ? delivery : `${delivery}. ${formatLive(live)}`
  }
  const last = last_failure && brief(last_failure)
  const isSpan = first_failure !== null && brief(first_failure) !== last
  const when = isSpan
    ? ` ${formatSince(first_failure, clock, overviewRange(today()).from)}`
    : last
      ? ` ${last}`
      : ''
  // A replay may have failed since the last event did.
  const lastAttempt = isSpan ? `Last attempt ${last}` : failures > 1 ? 'Last attempt' : null
  return [
    failures > 0 && `${formatCount(failures, ...failedNouns(receiver))} failed${when}`,
    late_s !== null && `Attempts are ${formatLateness(late_s)}`,
    failures > 0 && [lastAttempt, cause].filter(Boolean).join(': '),
  ]
    .filter(Boolean)
    .join('. ')
}

/** What a table of receivers doesn't say in its other columns: "Since 22 Nov, 09:02. Last: Answered 503" */
export function briefReason(
  {
    state,
    failures,
    cause,
    first_failure,
    late_s,
    recovered_at,
    live,
  }: Parameters<typeof stateReason>[0],
  clock: Clock,
): string {
  const isFailing = state === 'failing'
  return [
    isFailing &&
      first_failure !== null &&
      capitalise(formatSince(first_failure, clock, overviewRange(clock.today()).from)),
    state === 'recovered' && recovered_at !== null && `Since ${clock.brief(recovered_at)}`,
    isFailing && late_s !== null && `Attempts are ${formatLateness(late_s)}`,
    isFailing && failures > 0 && cause !== null && `Last: ${cause}`,
    !isFailing && live !== null && formatLive(live),
  ]
    .filter(Boolean)
    .join('. ')
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

function deliveryReason(
  { state, last_delivery, recovered_at, live }: Parameters<typeof stateReason>[0],
  brief: Times['brief'],
): string {
  if (state === 'recovered' && recovered_at !== null) {
    return `Delivered again since ${brief(recovered_at)}`
  }
  if (last_delivery !== null) return `Last delivery ${brief(last_delivery)}`
  return live === null ? 'No replay delivered yet' : 'Nothing delivered yet'
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
