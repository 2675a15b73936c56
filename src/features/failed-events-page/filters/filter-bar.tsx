import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import {
  EVENT_FILTERS,
  type EventFilter,
  type StateFilter as State,
} from '../../../../contract/events-filter.ts'
import { FIRST_PAGE } from '../../../../contract/pages/page-place.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { FilterPill } from '../../../ui/filter/filter-pill.tsx'
import { SearchField, useSearchText } from '../../../ui/search-field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { useDelayedFlag } from '../../../ui/use-delayed-flag.ts'
import { isInOrder, type ListProps, NO_FILTERS, needsRange } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { receiverParts } from '../../failed-events/list/event-columns.tsx'
import { eventsQuery } from '../../range/events-query.ts'
import { useReading } from '../../range/use-reading.ts'
import { useKnownCounts } from '../../replays/states/recovered-days.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import classes from './filter-bar.module.css'

const FilterPanel = lazyPart(() => import('./filter-choices.tsx'))

const LABELS: Record<EventFilter, string> = {
  cause: 'Cause',
  receiver: 'Receiver',
  company: 'Company',
  kind: 'Kind',
  status: 'HTTP status',
}

type FilterBarProps = {
  /** Between the search and the filters. */
  children?: ReactNode
}

const FILTERS_OF_LISTS: Record<ListProps['list'], EventFilter[]> = {
  call_events_fail: EVENT_FILTERS,
  // Every event of this list is an AI event.
  transcription_events_fail: EVENT_FILTERS.filter(filter => filter !== 'kind'),
}

/** The search and the filters of the list. The first use has the gateway read the whole range. */
export function FilterBar({ children }: FilterBarProps) {
  const { list, search, change } = useList()
  const [text, setText] = useTextInAddress()
  // Groups need the range, but they are not a filter.
  const isGrouped = search.view === 'groups'
  const isNarrowed =
    text !== '' || (isGrouped ? needsRange({ ...search, view: undefined }) : needsRange(search))
  const clear = () => {
    setText('')
    const order = isGrouped ? {} : { view: undefined, sort: undefined }
    change({ ...NO_FILTERS, q: undefined, state: undefined, ...order })
  }
  return (
    <search className={classes.bar} aria-label="Filters">
      <StateFilter />
      <div className={classes.search} data-search>
        <SearchField
          label="Search"
          placeholder="Number, company, cause…"
          text={text}
          onTextChange={setText}
          disabled={!isInOrder(search)}
        />
      </div>
      {children}
      <div className={classes.pills} data-pills data-folds>
        {FILTERS_OF_LISTS[list].map(filter => (
          <FilterPill
            key={filter}
            label={LABELS[filter]}
            chosen={search[filter]}
            shown={filter === 'receiver' && search.receiver && shownReceiver(search.receiver)}
            onRemove={() => change({ [filter]: undefined })}
          >
            {close => (
              <FilterPanel
                filter={filter}
                label={LABELS[filter]}
                onChoose={value => {
                  close()
                  change({ [filter]: value })
                }}
              />
            )}
          </FilterPill>
        ))}
      </div>
      {isNarrowed && (
        <button type="button" className={classes.clear} data-folds title="Clear" onClick={clear}>
          <IconX size={14} aria-hidden />
          <span className={classes.label}>Clear</span>
        </button>
      )}
    </search>
  )
}

/** The text of the search field, which the address gets a moment later. */
function useTextInAddress() {
  const { search, onSearch } = useList()
  const eventWhileTyping = useRef(search.event)
  const [text, setText] = useSearchText(search.q ?? '', q =>
    onSearch(
      newest => {
        // An event that was opened after the last keystroke stays open.
        const event = newest.event === eventWhileTyping.current ? undefined : newest.event
        return { ...newest, ...FIRST_PAGE, q, event }
      },
      { replace: true },
    ),
  )
  const type = (typed: string) => {
    eventWhileTyping.current = search.event
    setText(typed)
  }
  return [text, type] as const
}

function shownReceiver(name: string) {
  const { length } = name.split('/', 1)[0] ?? ''
  return receiverParts(name.slice(0, length), name.slice(length))
}

/** A range with at most this many events is read in the background. */
export const MAX_EVENTS_READ_AHEAD = 500

/** Counting has the gateway read a small range, and must not delay the rows of this page or the next. */
const COUNTS_AFTER_MS = 2_000

/** The characters of most counts, so nothing moves when they come. */
const LEAST_ROOM = '00,000'.length

const NOT_COUNTED = 'Not counted yet. Choose it to load and count all events of these days.'

const STATES: { state: State; label: string }[] = [
  { state: 'missing', label: 'Still missing' },
  { state: 'delivered', label: 'Delivered' },
  { state: 'handled', label: 'Handled' },
  { state: 'all', label: 'All' },
]

/** Filters by state, because people who open the page look for missing events first. */
function StateFilter() {
  const { change } = useList()
  const { counts, chosen, isUncounted } = useStateCounts()
  const countOf = (state: State) => {
    const count = counts[state]
    return count === undefined ? '' : formatNumber(count)
  }
  // The others are at most as long, so nothing moves when they come.
  const room = Math.max(LEAST_ROOM, countOf('all').length)
  return (
    <Segments
      legend="State"
      // Handled comes with its count.
      options={STATES.filter(
        ({ state }) => state !== 'handled' || state === chosen || (counts.handled ?? 0) > 0,
      ).map(({ state, label }) => ({
        value: state,
        label: (
          <>
            {label}{' '}
            <span
              className={classes.count}
              style={state === 'handled' ? undefined : { minWidth: `${room}ch` }}
            >
              {countOf(state)}
            </span>
          </>
        ),
        title: isUncounted && counts[state] === undefined ? NOT_COUNTED : undefined,
      }))}
      chosen={chosen}
      onChoose={state => {
        if (state !== chosen) change({ state })
      }}
    />
  )
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
    placeholderData: before =>
      before?.request.from === search.from && before.request.to === search.to ? before : undefined,
    notifyOnChangeProps: ['data'],
  }).data
  const isIdle = useDelayedFlag(true, COUNTS_AFTER_MS)
  const listed = page?.count ?? null
  const isRange = needsRange(search)
  const isSmall = listed !== null && listed > 0 && listed <= MAX_EVENTS_READ_AHEAD
  const enabled = isRange || (isIdle && isSmall)
  const { reading, version, error } = useReading(list, search, { enabled })
  const { data } = useQuery(eventsQuery(filter, { page: 1, size: 1 }, version))
  const isCounted =
    enabled && (isRange || reading?.is_complete === true) && data !== undefined && data.of > 0
  const counts = useKnownCounts(page, { enabled: isIdle && !isRange && !isCounted })
  const isComing = !isIdle || counts.isLoading || (isSmall && error === null)
  return {
    counts: isCounted ? data.states : counts.counts,
    chosen: search.state ?? 'all',
    isUncounted: !isRange && !isComing,
  }
}
