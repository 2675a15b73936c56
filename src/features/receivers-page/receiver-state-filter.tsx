import type { KnownReceiver, ReceiverState } from '../../../contract/receiver.ts'
import { formatNumber } from '../../format/numbers.ts'
import segments from '../../ui/segments.module.css'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import * as messages from './messages.ts'

type ReceiverStateFilterProps = {
  /** The receivers that the filter applies to. */
  receivers: KnownReceiver[]
  /** undefined for all. */
  chosen: ReceiverState | undefined
  onChoose: (state: ReceiverState | undefined) => void
}

const CHOICES: { state: ReceiverState | undefined; label: string }[] = [
  { state: undefined, label: messages.all },
  { state: 'down', label: messages.down },
  { state: 'recovered', label: messages.recovered },
  { state: 'works', label: messages.working },
  { state: 'unknown', label: messages.unknown },
]

export function ReceiverStateFilter({ receivers, chosen, onChoose }: ReceiverStateFilterProps) {
  const count = (wanted: ReceiverState | undefined) =>
    receivers.filter(({ state }) => wanted === undefined || state === wanted).length
  return (
    <fieldset className={segments.segments} data-wraps>
      <legend className={visuallyHidden.only}>{messages.state}</legend>
      {CHOICES.map(({ state, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => onChoose(state)}
        >
          {label} {formatNumber(count(state))}
        </button>
      ))}
    </fieldset>
  )
}
