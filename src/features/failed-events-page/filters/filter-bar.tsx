import { IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { EVENT_FILTERS, type EventFilter } from '../../../../contract/events-filter.ts'
import { FIRST_PAGE } from '../../../../contract/pages/page-place.ts'
import { FilterPill } from '../../../ui/filter/filter-pill.tsx'
import { useSearchText } from '../../../ui/search-field.tsx'
import { isInOrder, type ListProps, NO_FILTERS, needsRange } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { receiverParts } from '../../failed-events/list/event-columns.tsx'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import classes from './filter-bar.module.css'
import { StateFilter } from './state-filter.tsx'

const FilterPanel = lazyPart(async () => (await import('./filter-choices.tsx')).FilterPanel)

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
        <IconSearch size={16} aria-hidden />
        <input
          type="search"
          aria-label="Search"
          placeholder="Number, company, cause…"
          value={text}
          disabled={!isInOrder(search)}
          onChange={change => setText(change.currentTarget.value)}
        />
      </div>
      {children}
      <div className={classes.pills} data-pills data-folds>
        {FILTERS_OF_LISTS[list].map(filter => (
          <EventFilterPill key={filter} filter={filter} />
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

function EventFilterPill({ filter }: { filter: EventFilter }) {
  const { search, change } = useList()
  const label = LABELS[filter]
  return (
    <FilterPill
      label={label}
      chosen={search[filter]}
      shown={filter === 'receiver' && search.receiver && shownReceiver(search.receiver)}
      onRemove={() => change({ [filter]: undefined })}
    >
      {close => (
        <FilterPanel
          filter={filter}
          label={label}
          onChoose={value => {
            close()
            change({ [filter]: value })
          }}
        />
      )}
    </FilterPill>
  )
}

function shownReceiver(name: string) {
  const { length } = name.split('/', 1)[0] ?? ''
  return receiverParts(name.slice(0, length), name.slice(length))
}
