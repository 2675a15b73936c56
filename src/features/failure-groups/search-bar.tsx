import { IconSearch, IconX } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { formatNumber } from '../../format/numbers.ts'
import readOut from '../../ui/read-out.module.css'
import type { ListSearch } from '../event/list/list-search.ts'
import type { Choice, EventIndex } from '../range/event-index.ts'
import classes from './search-bar.module.css'

/** What the read events are narrowed down by. */
export type Narrowed = Pick<ListSearch, 'cause' | 'receiver' | 'company'>

type SearchBarProps = {
  typed: string
  onType: (typed: string) => void
  narrowed: Narrowed
  onNarrow: (narrowed: Narrowed) => void
  onClear: () => void
  choices: EventIndex['choices']
}

export function SearchBar(props: SearchBarProps) {
  const { typed, onType, narrowed, onNarrow, onClear, choices } = props
  const { cause, receiver, company } = narrowed
  const isNarrowed = typed !== '' || [cause, receiver, company].some(value => value !== undefined)
  return (
    <search className={classes.bar}>
      <div className={classes.typed}>
        <IconSearch size={16} aria-hidden />
        <input
          type="search"
          aria-label="Search the events that were read"
          placeholder="Number, call, company, reference, cause…"
          value={typed}
          onChange={change => onType(change.currentTarget.value)}
        />
      </div>
      <Filter
        label="Cause"
        all="All causes"
        choices={choices.cause}
        chosen={narrowed.cause}
        onChoose={cause => onNarrow({ ...narrowed, cause })}
      />
      <Filter
        label="Receiver"
        all="All receivers"
        choices={choices.receiver}
        chosen={narrowed.receiver}
        onChoose={receiver => onNarrow({ ...narrowed, receiver })}
        areNames
      />
      <Filter
        label="Company"
        all="All companies"
        choices={choices.company}
        chosen={narrowed.company}
        onChoose={company => onNarrow({ ...narrowed, company })}
        areNames
      />
      <button type="button" className={classes.clear} hidden={!isNarrowed} onClick={onClear}>
        <IconX size={14} aria-hidden />
        Clear
      </button>
    </search>
  )
}

type FilterProps = {
  label: string
  all: string
  choices: Choice[]
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
  /** The choices are names, which nobody translates. */
  areNames?: boolean
}

/** More than anyone looks through; what is rarer is found by typing. */
const MAX_CHOICES = 100

function Filter({ label, all, choices, chosen, onChoose, areNames = false }: FilterProps) {
  const id = useId()
  const isMissing =
    chosen !== undefined && !choices.slice(0, MAX_CHOICES).some(({ value }) => value === chosen)
  return (
    <>
      <label htmlFor={id} className={readOut.only}>
        {label}
      </label>
      <select
        id={id}
        className={classes.filter}
        data-chosen={chosen !== undefined || undefined}
        value={chosen ?? ''}
        onChange={change => onChoose(change.currentTarget.value || undefined)}
      >
        <option value="">{all}</option>
        {isMissing && (
          <option value={chosen} translate={areNames ? 'no' : undefined}>
            {chosen}
          </option>
        )}
        <Options choices={choices} areNames={areNames} />
      </select>
    </>
  )
}

type OptionsProps = Required<Pick<FilterProps, 'choices' | 'areNames'>>

/** Hundreds of elements, which a keystroke in the search need not look at. */
const Options = memo(function Options({ choices, areNames }: OptionsProps) {
  return choices.slice(0, MAX_CHOICES).map(({ value, count }) => (
    <option key={value} value={value} translate={areNames ? 'no' : undefined}>
      {value} ({formatNumber(count)})
    </option>
  ))
})
