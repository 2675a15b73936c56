import { clsx } from 'clsx'
import classes from './row-checkbox.module.css'
import { useTableSelection } from './row-selection.ts'

type RowCheckboxProps = {
  /** What `selectionId` of the table returns for the row. */
  id: string
  /** Names the row for screen readers, which read the checkbox outside its row. */
  name: string
  className?: string | undefined
}

/**
 * Selects a row. With Shift, also all rows between it and the one that was selected last.
 *
 * It is a button, because it is named by its title, like a row's other buttons. An input needs a label,
 * and a search for the field "To" by its label would find the row of each company with "Motors" in its
 * name.
 */
export function RowCheckbox({ id, name, className }: RowCheckboxProps) {
  const { isSelected, selectRow } = useTableSelection()
  const isOn = isSelected(id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the reason is above
    <button
      type="button"
      role="checkbox"
      aria-checked={isOn}
      title={name}
      className={clsx(classes.checkbox, className)}
      onClick={click => selectRow(id, !isOn, click.shiftKey)}
    />
  )
}

type AllRowsCheckboxProps = {
  label: string
  count: number
  className?: string | undefined
}

/** Selects all rows of the table. It is indeterminate while only some of them are selected. */
export function AllRowsCheckbox(props: AllRowsCheckboxProps) {
  const { label, count, className } = props
  const { isSelected, isSome, readIds, selectAllRows } = useTableSelection()
  const selected = isSome ? readIds().filter(isSelected).length : 0
  const isWhole = selected > 0 && selected === count
  return (
    <input
      type="checkbox"
      aria-label={label}
      disabled={count === 0}
      ref={input => {
        if (input) input.indeterminate = selected > 0 && !isWhole
      }}
      checked={isWhole}
      className={clsx(classes.checkbox, className)}
      onChange={() => selectAllRows(!isWhole)}
    />
  )
}
