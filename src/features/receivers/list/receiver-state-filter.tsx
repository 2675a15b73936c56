import type { KnownReceiver, ReceiverState } from '../../../../contract/receiver.ts'
import { formatNumber } from '../../../format/numbers.ts'
import segments from '../../../ui/segments.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'

type ReceiverStateFilterProps = {
  /** The receivers that the filter applies to. */
  receivers: KnownReceiver[]
  /** undefined for all. */
  chosen: ReceiverState | undefined
  onChoose: (state: ReceiverState | undefined) => void
}

const CHOICES: { state: ReceiverState | undefined; label: string }[] = [
  { state: undefined, label: 'All' },
  { state: 'down', label: 'Down' },
  { state: 'recovered', label: 'Recovered' },
  { state: 'works', label: 'Working' },
  { state: 'unknown', label: 'Unknown' },
]

export function ReceiverStateFilter({ receivers, chosen, onChoose }: ReceiverStateFilterProps) {
  const count = (wanted: ReceiverState | undefined) =>
    receivers.filter(({ state }) => wanted === undefined || state === wanted).length
  return (
    <fieldset className={segments.segments}>
      <legend className={visuallyHidden.only}>State</legend>
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
