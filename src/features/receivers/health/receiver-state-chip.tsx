import type { KnownReceiver } from '../../../../contract/receiver.ts'
import { useTimes } from '../../../format/times.ts'
import chip from '../../../ui/chip.module.css'
import { receiverStateLabel } from './receiver-state-label.ts'

type ReceiverStateChipProps = {
  receiver: Pick<KnownReceiver, 'state' | 'fails_since' | 'works_since'>
}

/** Says whether a receiver accepts events, and since when. */
export function ReceiverStateChip({ receiver }: ReceiverStateChipProps) {
  const times = useTimes()
  const { tone, label, since } = receiverStateLabel(receiver)
  return (
    <span className={chip.chip} data-tone={tone}>
      {label}
      {since !== null && (
        <>
          {' '}
          <time dateTime={since} title={times.full(since)}>
            {times.brief(since)}
          </time>
        </>
      )}
    </span>
  )
}
