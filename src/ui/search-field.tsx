import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './search-field.module.css'
import visuallyHidden from './visually-hidden.module.css'

type SearchFieldProps = {
  label: string
  /** Otherwise only screen readers read the label. */
  isLabelShown?: boolean
  placeholder: string
  text: string
  onTextChange: (text: string) => void
  /** Ids of the elements that the field updates or that describe it. */
  describedBy?: string
  icon?: ReactNode
}

/** A field that searches while a person types. */
export function SearchField(props: SearchFieldProps) {
  const { label, isLabelShown = false, placeholder, text, onTextChange, describedBy } = props
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={isLabelShown ? classes.label : visuallyHidden.only}>
        {label}
      </label>
      <div className={classes.field}>
        {props.icon ?? <IconSearch size={16} aria-hidden />}
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder={placeholder}
          aria-describedby={describedBy}
          value={text}
          onChange={change => onTextChange(change.currentTarget.value)}
        />
      </div>
    </div>
  )
}
