import type { KnownReceiver, ReceiverState } from '../../../../contract/receiver.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { formatLateness } from '../../../format/durations.ts'

export const STATE_NAMES: Record<ReceiverState, string> = {
  failing: 'Failing',
  recovered: 'Recovered',
  working: 'Working',
  quiet: 'Quiet',
}

/** Why a receiver has its state, in one line: "8 failed since 09:02, last 13:22. Answered 503, not available" */
export function stateReason(
  receiver: Omit<KnownReceiver, 'receiver' | 'companies' | 'missing' | 'tracking_numbers'>,
  { brief }: Pick<Times, 'brief'>,
): string {
  const { state, failures, cause, first_failure, last_failure, late_s } = receiver
  if (state === 'recovered' && receiver.recovered_at !== null) {
    return `Replays have been delivered since ${brief(receiver.recovered_at)}`
  }
  if (state !== 'failing') {
    const { last_delivery } = receiver
    return last_delivery === null
      ? 'No replay delivered yet'
      : `Last delivered replay: ${brief(last_delivery)}`
  }
  const [first, last] = [first_failure, last_failure].map(stamp => stamp && brief(stamp))
  const isOnlyLast = first == null || first === last
  const times = isOnlyLast ? last && ` ${last}` : ` since ${first}, last ${last}`
  return [
    failures > 0 && `${formatNumber(failures)} failed${times ?? ''}`,
    late_s !== null && `Attempts are ${formatLateness(late_s)}`,
    failures > 0 && cause,
  ]
    .filter(Boolean)
    .join('. ')
}
