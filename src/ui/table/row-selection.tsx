import { clsx } from 'clsx'
import { createContext, use, useMemo, useRef } from 'react'
import classes from './row-checkbox.module.css'

/**
 * A selection of rows, which the table does not own. It may have rows that are not in the table. All checkboxes are
 * rendered again for a new object.
 */
export type SelectionControl<Row> = {
  isSome: boolean
  isSelected: (id: string) => boolean
  /** Selects or deselects rows, and leaves the others unchanged. */
  onSelect: (ids: string[], isOn: boolean) => void
  selectionId: (row: Row) => string
}

/** The rows between two rows, in either direction and both included; only `id` without the other. */
export function rowsBetween(ids: string[], id: string, other: string | null): string[] {
  const [at, from] = [ids.indexOf(id), other === null ? -1 : ids.indexOf(other)]
  return from < 0 || at < 0 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1)
}

type TableSelection = Pick<SelectionControl<never>, 'isSelected' | 'isSome'> & {
  /** The ids of all rows of the table, in the displayed order. */
  readIds: () => string[]
  /** @param isRange the rows between this one and the one that was selected last change as well */
  selectRow: (id: string, isOn: boolean, isRange: boolean) => void
  selectAllRows: (isOn: boolean) => void
}

const NOTHING: TableSelection = {
  isSome: false,
  isSelected: () => false,
  readIds: () => [],
  selectRow: () => {},
  selectAllRows: () => {},
}

/** The selection of the table around a checkbox. Cells can't have hooks, but a checkbox in one can. */
export const TableSelectionContext = createContext(NOTHING)

/** The value of `TableSelectionContext`. */
export function useTableSelectionValue<Row>(
  selection: SelectionControl<Row> | undefined,
  rows: Row[],
): TableSelection {
  const last = useRef<string | null>(null)
  return useMemo(() => {
    if (selection === undefined) return NOTHING
    const { isSome, isSelected, onSelect, selectionId } = selection
    const readIds = () => rows.map(selectionId)
    return {
      isSome,
      isSelected,
      readIds,
      selectRow: (id, isOn, isRange) => {
        // After everything was cleared, no row is the last one.
        const since = isRange && isSome ? last.current : null
        last.current = id
        onSelect(since === null ? [id] : rowsBetween(readIds(), id, since), isOn)
      },
      selectAllRows: isOn => {
        last.current = null
        onSelect(readIds(), isOn)
      },
    }
  }, [selection, rows])
}

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
  const { isSelected, selectRow } = use(TableSelectionContext)
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
  const { isSelected, isSome, readIds, selectAllRows } = use(TableSelectionContext)
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
