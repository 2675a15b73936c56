import classes from './choice-list.module.css'

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

type ChoiceListProps = {
  label: string
  choices: Choice[]
  chosen: string | undefined
  onChoose: (value: string) => void
}

export function ChoiceList({ label, choices, chosen, onChoose }: ChoiceListProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {choices.map(({ value, name = value, count, isEmpty = false, isName = false }) => (
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
  )
}
