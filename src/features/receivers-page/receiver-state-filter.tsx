import { formatNumber } from '../../format/numbers.ts'
import segments from '../../ui/segments.module.css'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import type { ShownState } from '../receivers/health/shown-state.ts'
import type { ListedReceiver } from './listed-receivers.ts'
import * as messages from './messages.ts'

type ReceiverStateFilterProps = {
  /** The receivers that the filter applies to. */
  receivers: ListedReceiver[]
  /** undefined for all. */
  chosen: ShownState | undefined
  onChoose: (state: ShownState | undefined) => void
}

const CHOICES: { state: ShownState | undefined; label: string }[] = [
  { state: undefined, label: messages.all },
  { state: 'down', label: messages.down },
  { state: 'failing', label: messages.failing },
  { state: 'recovered', label: messages.recovered },
  { state: 'works', label: messages.working },
  { state: 'unknown', label: messages.unknown },
]

export function ReceiverStateFilter({ receivers, chosen, onChoose }: ReceiverStateFilterProps) {
  const count = (wanted: ShownState | undefined) =>
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
