import { useState } from 'react'
import { formatNumber } from '../../../contract/text/count.ts'
import { normaliseText } from '../../../contract/text/normalise-text.ts'
import classes from './searched-choices.module.css'

/** With fewer, a search is not needed. */
const SEARCHED_FROM = 10
/** More values than a person reads. The search finds rare ones. */
const MAX_CHOICES = 100

/** A value to filter by, with its name and the number of rows that it would list, if they are known. */
export type Choice = {
  value: string
  name?: string
  count?: string
  /** Whether it would list nothing. */
  isEmpty?: boolean
  /** Whether browsers must not translate it. */
  isName?: boolean
}

type SearchedChoicesProps = {
  label: string
  choices: Choice[]
  chosen: string | undefined
  onChoose: (value: string) => void
  /** Whether choices may still come, so that an empty list says nothing. */
  isLoading?: boolean
}

/**
 * Focuses a field when its popover opens, also if the field comes later. On phones, the keyboard would cover
 * the choices.
 */
function focusWhenOpened(field: HTMLInputElement | null): void {
  if (field === null || !matchMedia('(hover: hover)').matches) return
  field.autofocus = true
  field.focus()
}

/** The values of a filter, and a search if there are many. Enter chooses the first match. */
export function SearchedChoices(props: SearchedChoicesProps) {
  const { label, choices, chosen, onChoose, isLoading = false } = props
  const [text, setText] = useState('')
  const matching = choices.filter(({ value, name = value }) =>
    normaliseText(name).includes(normaliseText(text)),
  )
  const others = matching.length - MAX_CHOICES
  return (
    <>
      {choices.length >= SEARCHED_FROM && (
        <input
          ref={focusWhenOpened}
          type="search"
          className={classes.search}
          aria-label={`Find in ${label.toLowerCase()}`}
          placeholder="Find…"
          value={text}
          onChange={change => setText(change.currentTarget.value)}
          onKeyDown={event => {
            const [first] = text === '' ? [] : matching
            if (event.key !== 'Enter' || !first) return
            // Otherwise, the button that gets the focus would open the popover again.
            event.preventDefault()
            onChoose(first.value)
          }}
        />
      )}
      <ul className={classes.list} aria-label={label}>
        {matching
          .slice(0, MAX_CHOICES)
          .map(({ value, name = value, count, isEmpty = false, isName = false }) => (
            <li key={value}>
              <button
                type="button"
                aria-pressed={chosen === value}
                data-none={isEmpty || undefined}
                onClick={() => onChoose(value)}
              >
                <span translate={isName ? 'no' : undefined}>{name}</span>
                {count !== undefined && <span className={classes.count}>{count}</span>}
              </button>
            </li>
          ))}
      </ul>
      {!isLoading && matching.length === 0 && (
        <p className={classes.status}>
          {text === '' ? 'There is nothing to filter by.' : 'Nothing matches.'}
        </p>
      )}
      {others > 0 && (
        <p className={classes.status}>{formatNumber(others)} more. Type to find them.</p>
      )}
    </>
  )
}
