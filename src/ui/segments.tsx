import type { ReactNode } from 'react'
import classes from './segments.module.css'
import visuallyHidden from './visually-hidden.module.css'

type SegmentsProps<Value extends string> = {
  /** Only screen readers read it. */
  legend: string
  options: readonly { value: Value; label: ReactNode; 'aria-label'?: string; title?: string }[]
  /** undefined if none of them is. */
  chosen: Value | undefined
  /** Also called for the one that is chosen already. */
  onChoose: (value: Value) => void
  isSmall?: boolean
}

/** A few choices side by side, of which one can be active. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, options, chosen, onChoose, isSmall } = props
  return (
    <fieldset className={classes.segments} data-size={isSmall ? 'small' : undefined}>
      <legend className={visuallyHidden.only}>{legend}</legend>
      {options.map(({ value, label, ...names }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          {...names}
          onClick={() => onChoose(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
