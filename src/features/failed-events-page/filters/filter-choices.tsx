import { useMemo, useState } from 'react'
import { normaliseText } from '../../../../contract/text/normalise-text.ts'
import { describeError } from '../../../api/error-messages.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { ChoiceList } from '../../../ui/filter/choice-list.tsx'
import progress from '../../../ui/progress.module.css'
import type { Filter, ListProps } from '../../event/list/list-search.ts'
import { stateFilterOf } from '../../range/criteria.ts'
import { useFoundEvents } from '../../range/use-found-events.ts'
import classes from './filter-choices.module.css'

type FilterChoicesProps = Pick<ListProps, 'list' | 'search'> & {
  filter: Filter
  label: string
  searched: string
  onChoose: (value: string) => void
}

/** With fewer, a search is not needed. */
const SEARCHED_FROM = 10
/** More values than a person reads. The search finds rare ones. */
const MAX_CHOICES = 100

/**
 * The values that events can be filtered by, with the number of events that each would list. Opening
 * it loads the range.
 */
export function FilterChoices(props: FilterChoicesProps) {
  const { list, search, filter, label, searched, onChoose } = props
  const { control, index, criteria, ofStates } = useFoundEvents({ list, search }, searched)
  const [searchText, setSearchText] = useState('')
  const { load, isLoading, error } = control
  const { states } = ofStates
  const count = load.count ?? load.events.length
  const choices = useMemo(() => {
    // A list that was only sorted shows all events until a filter is chosen.
    const isSorted = search.view === 'all' && criteria.state === 'all' && !ofStates.hasFailed
    const state = stateFilterOf({ ...search, view: undefined }, searched, count)
    return index.choicesOf(filter, isSorted ? { ...criteria, state } : criteria, states)
  }, [index, filter, criteria, states, ofStates.hasFailed, search, searched, count])
  const matching = choices.filter(({ value }) =>
    normaliseText(value).includes(normaliseText(searchText)),
  )
  return (
    <div className={classes.choices}>
      {isLoading && (
        <p className={classes.status} role="status">
          Loading the whole range…
          <progress
            className={progress.bar}
            aria-label="Events loaded"
            value={load.count === null ? undefined : load.read}
            max={Math.max(1, load.count ?? 1)}
          />
        </p>
      )}
      {error !== null && (
        <p className={classes.problem} role="alert">
          {describeError(error).title}. These are the values loaded so far.{' '}
          <button type="button" onClick={control.read}>
            Load the rest
          </button>
        </p>
      )}
      {choices.length >= SEARCHED_FROM && (
        <input
          type="search"
          className={classes.search}
          aria-label={`Find in ${label.toLowerCase()}`}
          placeholder="Find…"
          value={searchText}
          onChange={change => setSearchText(change.currentTarget.value)}
        />
      )}
      <ChoiceList
        label={label}
        choices={matching.slice(0, MAX_CHOICES).map(({ value, count, isOther }) => ({
          value,
          count:
            count === null
              ? undefined
              : isOther
                ? `None missing · ${formatNumber(count)}`
                : formatNumber(count),
          isEmpty: count === 0,
          isName: AS_NAMED.has(filter),
        }))}
        chosen={search[filter]}
        onChoose={onChoose}
      />
      {!isLoading && matching.length === 0 && (
        <p className={classes.status}>
          {searchText === '' ? 'There is nothing to filter by.' : 'Nothing matches.'}
        </p>
      )}
      {matching.length > MAX_CHOICES && (
        <p className={classes.status}>
          {formatNumber(matching.length - MAX_CHOICES)} more. Type to find them.
        </p>
      )}
    </div>
  )
}

/** Their values are names, which browsers must not translate. */
const AS_NAMED = new Set<Filter>(['receiver', 'company'])
