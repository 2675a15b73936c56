import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import readOut from './read-out.module.css'
import classes from './search-field.module.css'

type SearchFieldProps = {
  label: string
  /** Otherwise the label is only read out. */
  isLabelShown?: boolean
  placeholder: string
  typed: string
  onType: (typed: string) => void
  /** Of the elements that the field fills or that tell about it. */
  describedBy?: string
  icon?: ReactNode
}

/** A field that searches while one types. */
export function SearchField(props: SearchFieldProps) {
  const { label, isLabelShown = false, placeholder, typed, onType, describedBy } = props
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={isLabelShown ? classes.label : readOut.only}>
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
          value={typed}
          onChange={change => onType(change.currentTarget.value)}
        />
      </div>
    </div>
  )
}
