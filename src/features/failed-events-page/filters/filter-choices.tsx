import { useMemo, useState } from 'react'
import { describeError } from '../../../api/error-messages.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { normaliseText } from '../../../format/text.ts'
import { ChoiceList } from '../../../ui/filter/choice-list.tsx'
import progress from '../../../ui/progress.module.css'
import type { Filter, ListProps } from '../../event/list/list-search.ts'
import { stateFilterOf } from '../../range/criteria.ts'
import { useFoundEvents } from '../../range/use-found-events.ts'
import classes from './filter-choices.module.css'

const loadingRange = 'Loading the whole range…'
const eventsLoaded = 'Events loaded'
const valuesLoadedSoFar = (reason: string) => `${reason}. These are the values loaded so far.`
const loadRest = 'Load the rest'
const findIn = (label: string) => `Find in ${label.toLowerCase()}`
const findText = 'Find…'
const nothingToFilterBy = 'There is nothing to filter by.'
const nothingMatches = 'Nothing matches.'
const noneMissing = (count: number) => `None missing · ${formatNumber(count)}`
const moreToFind = (count: number) => `${formatNumber(count)} more. Type to find them.`

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
          {loadingRange}
          <progress
            className={progress.bar}
            aria-label={eventsLoaded}
            value={load.count === null ? undefined : load.read}
            max={Math.max(1, load.count ?? 1)}
          />
        </p>
      )}
      {error !== null && (
        <p className={classes.problem} role="alert">
          {valuesLoadedSoFar(describeError(error).title)}{' '}
          <button type="button" onClick={control.read}>
            {loadRest}
          </button>
        </p>
      )}
      {choices.length >= SEARCHED_FROM && (
        <input
          type="search"
          className={classes.search}
          aria-label={findIn(label)}
          placeholder={findText}
          value={searchText}
          onChange={change => setSearchText(change.currentTarget.value)}
        />
      )}
      <ChoiceList
        label={label}
        choices={matching.slice(0, MAX_CHOICES).map(({ value, count, isOther }) => ({
          value,
          count: count === null ? undefined : isOther ? noneMissing(count) : formatNumber(count),
          isEmpty: count === 0,
          isName: AS_NAMED.has(filter),
        }))}
        chosen={search[filter]}
        onChoose={onChoose}
      />
      {!isLoading && matching.length === 0 && (
        <p className={classes.status}>{searchText === '' ? nothingToFilterBy : nothingMatches}</p>
      )}
      {matching.length > MAX_CHOICES && (
        <p className={classes.status}>{moreToFind(matching.length - MAX_CHOICES)}</p>
      )}
    </div>
  )
}

/** Their values are names, which browsers must not translate. */
const AS_NAMED = new Set<Filter>(['receiver', 'company'])
