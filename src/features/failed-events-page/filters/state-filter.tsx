import { formatNumber } from '../../../format/numbers.ts'
import readOut from '../../../ui/read-out.module.css'
import segments from '../../../ui/segments.module.css'
import type { StateFilter as State } from '../../event/list/list-search.ts'

type StateFilterProps = {
  /** Those that are known. */
  counts: Partial<Record<State, number>>
  chosen: State
  onChoose: (state: State) => void
}

const STATES: { state: State; label: string }[] = [
  { state: 'missing', label: 'Still missing' },
  { state: 'delivered', label: 'Delivered' },
  { state: 'handled', label: 'Handled' },
  { state: 'all', label: 'All' },
]

/** Filters by state, which is the first question of a person who opens the page. */
export function StateFilter({ counts, chosen, onChoose }: StateFilterProps) {
  return (
    <fieldset className={segments.segments}>
      <legend className={readOut.only}>State</legend>
      {STATES.filter(({ state }) => state !== 'handled' || isShown(state)).map(
        ({ state, label }) => (
          <button
            key={state}
            type="button"
            aria-pressed={state === chosen}
            onClick={() => state !== chosen && onChoose(state)}
          >
            {label}
            {counts[state] !== undefined && ` ${formatNumber(counts[state])}`}
          </button>
        ),
      )}
    </fieldset>
  )

  function isShown(state: State): boolean {
    return state === chosen || (counts[state] ?? 0) > 0
  }
}
