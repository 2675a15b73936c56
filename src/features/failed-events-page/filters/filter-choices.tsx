import { useQuery } from '@tanstack/react-query'
import { FilterChoices } from '../../../../contract/events.ts'
import type { EventFilter } from '../../../../contract/events-filter.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import { describeError } from '../../../api/error-messages.ts'
import { SearchedChoices } from '../../../ui/filter/searched-choices.tsx'
import { useList } from '../../event/list/use-list.tsx'
import { ReadingProgress } from '../../failure-groups/load-status.tsx'
import { rangeQuery } from '../../range/events-query.ts'
import { readingError, useReading } from '../../range/use-reading.ts'
import classes from './filter-choices.module.css'

type FilterPanelProps = {
  filter: EventFilter
  label: string
  onChoose: (value: string) => void
}

/**
 * The values that events can be filtered by, with the number of events that each would list. Opening
 * it loads the range.
 */
export default function FilterPanel({ filter: of, label, onChoose }: FilterPanelProps) {
  const { list, search, filter } = useList()
  const { reading, version, error: lost, readAgain } = useReading(list, search)
  const query = { ...filter, filter: of }
  const choices = useQuery(rangeQuery(FilterChoices, '/choices', query, version))
  const error = lost ?? choices.error ?? (reading ? readingError(reading) : null)
  const isLoading =
    error === null && (choices.data === undefined || (reading?.is_reading && !reading.is_complete))
  const values = choices.data?.results ?? []
  return (
    <div className={classes.choices}>
      {isLoading && (
        <p className={classes.status} role="status">
          Loading the whole range…
          {reading && <ReadingProgress reading={reading} />}
        </p>
      )}
      {error !== null && (
        <p className={classes.problem} role="alert">
          {describeError(error).title}. These are the values loaded so far.{' '}
          <button type="button" onClick={() => readAgain()}>
            Load the rest
          </button>
        </p>
      )}
      <SearchedChoices
        label={label}
        choices={values.map(({ value, count }) => ({
          value,
          name: of === 'receiver' ? shownReceiver(value) : value,
          count: formatNumber(count),
          isEmpty: count === 0,
          isName: AS_NAMED.has(of),
        }))}
        chosen={search[of]}
        onChoose={onChoose}
        isLoading={isLoading}
      />
    </div>
  )
}

/** Their values are names, which browsers must not translate. */
const AS_NAMED = new Set<EventFilter>(['receiver', 'company'])
