import { FilterPill } from '../../../ui/filter/filter-pill.tsx'
import type { Filter, ListProps } from '../../event/list/list-search.ts'
import { receiverParts } from '../../failed-events/list/event-cells.tsx'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { changeFilter } from './change-filters.ts'
import * as messages from './messages.ts'

const FilterChoices = lazyPart(async () => (await import('./filter-choices.tsx')).FilterChoices)

const LABELS: Record<Filter, string> = {
  cause: messages.cause,
  receiver: messages.receiver,
  company: messages.company,
  kind: messages.kind,
  status: messages.httpStatus,
}

type EventFilterPillProps = ListProps & {
  filter: Filter
  /** The text in the search field. */
  searchText: string
}

/** A filter of the list of events. */
export function EventFilterPill({ filter, searchText, ...props }: EventFilterPillProps) {
  const { list, search, onSearch } = props
  const label = LABELS[filter]
  return (
    <FilterPill
      label={label}
      chosen={search[filter]}
      shown={filter === 'receiver' && search.receiver && shownReceiver(search.receiver)}
      onRemove={() => onSearch(changeFilter(search, filter, undefined))}
    >
      {close => (
        <FilterChoices
          list={list}
          search={search}
          filter={filter}
          label={label}
          searched={searchText}
          onChoose={value => {
            close()
            onSearch(changeFilter(search, filter, value))
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
