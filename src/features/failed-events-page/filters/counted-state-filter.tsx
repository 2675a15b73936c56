import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { loadModule } from '../../../api/connection.ts'
import { needsRange } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.ts'
import type { EventPage } from '../../failed-events/failed-events-query.ts'
import { eventsQuery, filterOf } from '../../range/events-query.ts'
import { useReading } from '../../range/use-reading.ts'
import { useKnownCounts } from '../../replays/states/use-known-counts.ts'
import { changeState } from './change-filters.ts'
import { StateFilter } from './state-filter.tsx'

/** A range with at most this many events is read in the background. */
export const MAX_EVENTS_READ_AHEAD = 500

/**
 * The state filter with its counts. Those of a search and of other filters need the whole range. The gateway reads a
 * small range in the background, and a large one when a filter needs it. Until then, the counts are those of the
 * service and of the replays.
 *
 * @param page a loaded page of this range
 */
export function CountedStateFilter({ page }: { page: EventPage | undefined }) {
  const { list, search, onSearch } = useList()
  const listed = page?.count ?? null
  const isRange = needsRange(search)
  const isSmall = listed !== null && listed > 0 && listed <= MAX_EVENTS_READ_AHEAD
  const enabled = isRange || isSmall
  const { reading, version, error } = useReading(list, search, { enabled })
  const filter = useMemo(() => filterOf({ list, search }), [list, search])
  const { data } = useQuery({
    ...eventsQuery(filter, { page: 1, size: 1 }, version),
    placeholderData: keepPreviousData,
  })
  const isComplete = reading?.is_complete ?? false
  useEffect(() => {
    if (isComplete) loadModule(() => import('../../failure-groups/range-view.tsx')).catch(ignore)
  }, [isComplete])
  const counted = enabled && (isComplete || isRange) && data !== undefined && data.of > 0
  const estimate = useKnownCounts(page, { enabled: !isRange && !counted })
  const isComing = estimate.isLoading || (isSmall && error === null)
  return (
    <StateFilter
      counts={counted ? data.states : estimate.counts}
      note={
        isRange || isComing
          ? undefined
          : 'Not counted yet. Choose it to load and count all events of these days.'
      }
      chosen={isRange ? (data?.state ?? search.state ?? 'all') : 'all'}
      onChoose={state => onSearch(changeState(search, state))}
    />
  )
}

/** The view says so itself when a person opens it. */
function ignore(): void {}
