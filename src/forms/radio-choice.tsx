import { useId } from 'react'
import classes from './radio-choice.module.css'

type RadioChoiceProps<Value extends string> = {
  legend: string
  options: { value: Value; label: string; hint?: string }[]
  chosen: Value
  onChoose: (value: Value) => void
  error?: string | undefined
}

export function RadioChoice<Value extends string>(props: RadioChoiceProps<Value>) {
  const { legend, options, chosen, onChoose, error } = props
  const id = useId()
  return (
    <fieldset className={classes.choice} aria-describedby={error && id}>
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value}>
          <input
            type="radio"
            name={id}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            {label}
            {hint && <span className={classes.hint}>{hint}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
