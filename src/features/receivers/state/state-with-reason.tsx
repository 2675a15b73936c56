import type { Receiver } from '../../../../contract/receiver.ts'
import { useTimes } from '../../../format/times.ts'
import chip from '../../../ui/chip.module.css'
import { STATE_NAMES, stateReason } from './state-messages.ts'
import classes from './state-with-reason.module.css'

const TONES = { failing: 'bad', recovered: 'good', working: 'good', quiet: undefined }

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
    <span className={chip.chip} data-tone={TONES[state]} title={stateReason(receiver, useTimes())}>
      {STATE_NAMES[state]}
    </span>
  )
}
