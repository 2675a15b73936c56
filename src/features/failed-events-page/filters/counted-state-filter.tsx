import { useEffect } from 'react'
import { loadModule } from '../../../api/connection.ts'
import { useDelayedFlag } from '../../../ui/use-delayed-flag.ts'
import { type ListProps, needsRange } from '../../event/list/list-search.ts'
import type { EventPage } from '../../failed-events/failed-events-query.ts'
import { MAX_EVENTS_MISSING_FIRST } from '../../range/criteria.ts'
import type { EventIndex } from '../../range/event-index.ts'
import type { RangeLoad } from '../../range/range-load.ts'
import { useFoundEvents } from '../../range/use-found-events.ts'
import { useKnownCounts } from '../../replays/states/use-known-counts.ts'
import { changeState } from './change-filters.ts'
import { StateFilter } from './state-filter.tsx'

/** The idle time before counting, so that it doesn't slow down the rows of another page. */
const IDLE_AFTER_MS = 500

type CountedStateFilterProps = ListProps & {
  searchText: string
  /** A loaded page of this range. */
  page: EventPage | undefined
}

/**
 * The state filter with its counts. Those of a search and of other filters need the whole range. A small
 * range is loaded in the background, and a large one when a filter needs it. Until then, the counts are
 * those of the service and the gateway.
 */
export function CountedStateFilter({ searchText, page, ...props }: CountedStateFilterProps) {
  const { search, onSearch } = props
  const listed = page?.count ?? null
  const isRange = needsRange(search) || searchText !== ''
  const isSmall = listed !== null && listed > 0 && listed <= MAX_EVENTS_MISSING_FIRST
  const isIdle = useDelayedFlag(isSmall, IDLE_AFTER_MS)
  const { control, counts, index, state } = useFoundEvents(props, searchText, {
    enabled: isRange || isIdle,
  })
  const { isComplete } = control.load
  // So that a loaded range can also be grouped and filtered without a connection.
  useEffect(() => {
    if (isComplete) loadModule(() => import('../../failure-groups/range-view.tsx')).catch(ignore)
  }, [isComplete])
  const isLoaded = areCounted(control.load, index, isRange)
  const isCounted = isLoaded && counts.unknown === 0
  const known = useKnownCounts(props, page, { enabled: !isRange && !isCounted })
  const shown = isCounted ? counts : isLoaded ? { ...known.counts, all: counts.all } : known.counts
  const isComing = known.isLoading || (isSmall && control.error === null)
  return (
    <StateFilter
      counts={shown}
      note={
        isRange || isComing
          ? undefined
          : 'Not counted yet. Choose it to load and count all events of these days.'
      }
      chosen={isRange ? state : 'all'}
      onChoose={state => onSearch(changeState(search, state))}
    />
  )
}

/** Whether loaded events are counted: all of them, or those so far if a filter needs the range. */
function areCounted(
  { events, isComplete }: RangeLoad,
  index: Pick<EventIndex, 'events'>,
  isRange: boolean,
): boolean {
  // They are worked out a moment after they have come.
  const isWorkedOut = index.events.length > 0 || events.length === 0
  return isWorkedOut && (isComplete || (isRange && events.length > 0))
}

/** The view says so itself when a person opens it. */
function ignore(): void {}
