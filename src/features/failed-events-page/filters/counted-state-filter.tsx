import { useEffect } from 'react'
import { loadModule } from '../../../api/load-module.ts'
import { useDelayedFlag } from '../../../ui/use-delayed-flag.ts'
import { type ListProps, needsRange } from '../../event/list/list-search.ts'
import { MAX_EVENTS_MISSING_FIRST } from '../../range/criteria.ts'
import { useFoundEvents } from '../../range/use-found-events.ts'
import { changeState } from './change-filters.ts'
import { StateFilter } from './state-filter.tsx'

/** The idle time before counting, so that it doesn't slow down the rows of another page. */
const IDLE_AFTER_MS = 500

type CountedStateFilterProps = ListProps & {
  searchText: string
  /** The number of events in this range; null if it isn't known. */
  listed: number | null
}

/**
 * The state filter with its counts. They need the whole range. A small range is loaded in the
 * background, and a large one when a filter needs it.
 */
export function CountedStateFilter({ searchText, listed, ...props }: CountedStateFilterProps) {
  const { search, onSearch } = props
  const isRange = needsRange(search) || searchText !== ''
  const isSmall = listed !== null && listed > 0 && listed <= MAX_EVENTS_MISSING_FIRST
  const isIdle = useDelayedFlag(isSmall, IDLE_AFTER_MS)
  const { control, counts, index, criteria } = useFoundEvents(props, searchText, {
    enabled: isRange || isIdle,
  })
  const { isComplete, events } = control.load
  // So that a loaded range can also be grouped and filtered without a connection.
  useEffect(() => {
    if (isComplete) loadModule(() => import('../../failure-groups/range-view.tsx')).catch(ignore)
  }, [isComplete])
  // Loaded events are worked out a moment later. Until then, none of them is counted.
  const isWorkedOut = index.events.length > 0 || events.length === 0
  const isCounted = isWorkedOut && (isComplete || (isRange && events.length > 0))
  return (
    <StateFilter
      counts={
        isCounted && counts.unknown === 0
          ? counts
          : { all: isCounted ? counts.all : (listed ?? undefined) }
      }
      chosen={isRange ? criteria.state : 'all'}
      onChoose={state => onSearch(changeState(search, state))}
    />
  )
}

/** The view says so itself when a person opens it. */
function ignore(): void {}
