import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { StateFilter as State } from '../../../../contract/events-filter.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import segments from '../../../ui/segments.module.css'
import { useDelayedFlag } from '../../../ui/use-delayed-flag.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { type DateRange, needsRange } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { eventsQuery } from '../../range/events-query.ts'
import { useReading } from '../../range/use-reading.ts'
import { useKnownCounts } from '../../replays/states/use-known-counts.ts'
import classes from './filter-bar.module.css'

/** A range with at most this many events is read in the background. */
export const MAX_EVENTS_READ_AHEAD = 500

/** Counting has the gateway read a small range, and must not delay the rows of this page or the next. */
const COUNTS_AFTER_MS = 2_000

/** Most counts need no more, so nothing moves when they come. */
const LEAST_ROOM = ' 00,000'

const NOT_COUNTED = 'Not counted yet. Choose it to load and count all events of these days.'

const STATES: { state: State; label: string }[] = [
  { state: 'missing', label: 'Still missing' },
  { state: 'delivered', label: 'Delivered' },
  { state: 'handled', label: 'Handled' },
  { state: 'all', label: 'All' },
]

/** Filters by state, because people who open the page look for missing events first. */
export function StateFilter() {
  const { search, change } = useList()
  const { counts, chosen, isUncounted } = useStateCounts()
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
            title={isUncounted && counts[state] === undefined ? NOT_COUNTED : undefined}
            // All may be pressed only because nothing else was chosen yet.
            onClick={() =>
              (state !== chosen || (state === 'all' && search.state !== 'all')) && change({ state })
            }
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

/**
 * The counts of a search and of other filters need the whole range. The gateway reads a small range in the
 * background, and a large one when a filter needs it. Until then, the counts are those of the service and of the
 * replays.
 */
function useStateCounts() {
  const { list, search, filter } = useList()
  // Read from the list's cache; this never sends a request.
  const page = useQuery({
    ...failedEventsQuery(list, search),
    enabled: false,
    // The count of the range stays while another page of it loads.
    placeholderData: before => (isSameRange(before?.request, search) ? before : undefined),
    notifyOnChangeProps: ['data'],
  }).data
  const isIdle = useDelayedFlag(true, COUNTS_AFTER_MS)
  const listed = page?.count ?? null
  const isRange = needsRange(search)
  const isSmall = listed !== null && listed > 0 && listed <= MAX_EVENTS_READ_AHEAD
  const enabled = isRange || (isIdle && isSmall)
  const { reading, version, error } = useReading(list, search, { enabled })
  const { data } = useQuery({
    ...eventsQuery(filter, { page: 1, size: 1 }, version),
    placeholderData: keepPreviousData,
  })
  const isCounted =
    enabled && (isRange || reading?.is_complete === true) && data !== undefined && data.of > 0
  const counts = useKnownCounts(page, { enabled: isIdle && !isRange && !isCounted })
  const isComing = !isIdle || counts.isLoading || (isSmall && error === null)
  return {
    counts: isCounted ? data.states : counts.counts,
    chosen: isRange ? (data?.state ?? search.state ?? 'all') : 'all',
    isUncounted: !isRange && !isComing,
  }
}

function isSameRange(one: DateRange | undefined, other: DateRange): boolean {
  return one?.from === other.from && one.to === other.to
}
