import { createContext, use, useMemo, useRef } from 'react'

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

const TableSelectionContext = createContext(NOTHING)

export const TableSelectionProvider = TableSelectionContext

/** The selection of the table around a checkbox. Cells can't have hooks, but a checkbox in one can. */
export function useTableSelection(): TableSelection {
  return use(TableSelectionContext)
}

/** The value of `TableSelectionProvider`. */
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
