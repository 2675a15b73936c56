import { formatNumber } from '../../../../contract/text/count.ts'
import segments from '../../../ui/segments.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import type { StateFilter as State } from '../../event/list/list-search.ts'
import classes from './filter-bar.module.css'

type StateFilterProps = {
  counts: Partial<Record<State, number>>
  /** Why the others are unknown, if they will not follow. */
  note?: string | undefined
  chosen: State
  onChoose: (state: State) => void
}

/** Most counts need no more, so nothing moves when they come. */
const LEAST_ROOM = ' 00,000'

const STATES: { state: State; label: string }[] = [
  { state: 'missing', label: 'Still missing' },
  { state: 'delivered', label: 'Delivered' },
  { state: 'handled', label: 'Handled' },
  { state: 'all', label: 'All' },
]

/** Filters by state, because people who open the page look for missing events first. */
export function StateFilter({ counts, note, chosen, onChoose }: StateFilterProps) {
  const all = countOf('all')
  const room = all.length > LEAST_ROOM.length ? all : LEAST_ROOM
  return (
    <fieldset className={segments.segments}>
      <legend className={visuallyHidden.only}>State</legend>
      {STATES.filter(({ state }) => state !== 'handled' || isShown(state)).map(
        ({ state, label }) => (
          <button
            key={state}
            type="button"
            aria-pressed={state === chosen}
            title={counts[state] === undefined ? note : undefined}
            // All may be pressed only because nothing else was chosen yet.
            onClick={() => (state !== chosen || state === 'all') && onChoose(state)}
          >
            {label}
            {countOf(state)}
            {/*
             * The others are at most as long as that of all, so nothing moves when they come. Handled comes
             * with its count.
             */}
            {state !== 'handled' && (
              <span className={classes.room} data-room={roomAfter(countOf(state))} />
            )}
          </button>
        ),
      )}
    </fieldset>
  )

  function countOf(state: State): string {
    const count = counts[state]
    return count === undefined ? '' : ` ${formatNumber(count)}`
  }

  /** The rest of the room, with its comma: a digit is wider. */
  function roomAfter(count: string): string {
    return count === '' ? room : room.slice(1, Math.max(1, room.length - count.length + 1))
  }

  function isShown(state: State): boolean {
    return state === chosen || (counts[state] ?? 0) > 0
  }
}
