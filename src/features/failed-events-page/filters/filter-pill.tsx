import { IconX } from '@tabler/icons-react'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import type { Filter, ListProps } from '../../event/list/list-search.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { changeFilter } from './change-filters.ts'
import classes from './filter-pill.module.css'
import * as messages from './messages.ts'

const FilterChoices = lazyPart(async () => (await import('./filter-choices.tsx')).FilterChoices)

const LABELS: Record<Filter, string> = {
  cause: messages.cause,
  receiver: messages.receiver,
  company: messages.company,
  kind: messages.kind,
  status: messages.httpStatus,
}

type FilterPillProps = ListProps & {
  filter: Filter
  /** The text in the search field. */
  searchText: string
}

/** A filter with its label or its chosen value, and a button that removes it. */
export function FilterPill({ filter, searchText, ...props }: FilterPillProps) {
  const { list, search, onSearch } = props
  const label = LABELS[filter]
  const chosen = search[filter]
  return (
    <span className={classes.pill} data-chosen={chosen !== undefined || undefined}>
      <PopoverButton
        label={chosen === undefined ? label : messages.chosenFilter(label, chosen)}
        title={label}
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
      </PopoverButton>
      {chosen !== undefined && (
        <button
          type="button"
          className={classes.remove}
          aria-label={messages.removeFilter(label, chosen)}
          onClick={() => onSearch(changeFilter(search, filter, undefined))}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}
