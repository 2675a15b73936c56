import { createContext, type RefObject, use, useMemo, useRef } from 'react'

export type RowSelection = Record<string, true>

/** A selection of rows, which the table does not own. It may have rows that are not in the table. */
export type SelectionControl<Row> = {
  /** The same object as long as nothing changes. */
  rowSelection: RowSelection
  onRowSelectionChange: (change: (old: RowSelection) => RowSelection) => void
  selectionId: (row: Row) => string
}

/** Selects these ids and no others. The object has no prototype, because an id may be "constructor". */
export function selectionOf(ids: Iterable<string>): RowSelection {
  const selection: RowSelection = Object.create(null)
  for (const id of ids) selection[id] = true
  return selection
}

export const NOTHING = selectionOf([])

/** Selects or deselects rows, and leaves the others unchanged. */
export function withRows(selection: RowSelection, ids: string[], isOn: boolean): RowSelection {
  const changed = selectionOf(Object.keys(selection))
  for (const id of ids) {
    if (isOn) changed[id] = true
    else delete changed[id]
  }
  return changed
}

/** The rows between two rows, in either direction and both included; only `id` without the other. */
export function rowsBetween(ids: string[], id: string, other: string | null): string[] {
  const [at, from] = [ids.indexOf(id), other === null ? -1 : ids.indexOf(other)]
  return from < 0 || at < 0 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1)
}

type TableSelection = {
  rowSelection: RowSelection
  /** Whether anything is selected, also on other pages. */
  isSome: boolean
  /** The ids of all rows of the table, in the displayed order. */
  readIds: () => string[]
  /** @param isRange the rows between this one and the one that was selected last change as well */
  selectRow: (id: string, isOn: boolean, isRange: boolean) => void
  selectAllRows: (isOn: boolean) => void
}

const TableSelectionContext = createContext<TableSelection>({
  rowSelection: NOTHING,
  isSome: false,
  readIds: () => [],
  selectRow: () => {},
  selectAllRows: () => {},
})

export const TableSelectionProvider = TableSelectionContext

/** The selection of the table around a checkbox. Cells can't have hooks, but a checkbox in one can. */
export function useTableSelection(): TableSelection {
  return use(TableSelectionContext)
}

/** The value of `TableSelectionProvider`. It is the same until the selection changes. */
export function useTableSelectionValue<Row>(
  selection: SelectionControl<Row> | undefined,
  rows: RefObject<Row[]>,
): TableSelection {
  const control = useRef(selection)
  control.current = selection
  const last = useRef<string | null>(null)
  const rowSelection = selection?.rowSelection ?? NOTHING
  return useMemo(() => {
    const isSome = Object.keys(rowSelection).length > 0
    const readIds = () => {
      const { selectionId } = control.current ?? {}
      return selectionId ? rows.current.map(selectionId) : []
    }
    const change = (ids: string[], isOn: boolean) =>
      control.current?.onRowSelectionChange(old => withRows(old, ids, isOn))
    return {
      rowSelection,
      isSome,
      readIds,
      selectRow: (id, isOn, isRange) => {
        // After everything was cleared, no row is the last one.
        const since = isRange && isSome ? last.current : null
        last.current = id
        change(since === null ? [id] : rowsBetween(readIds(), id, since), isOn)
      },
      selectAllRows: isOn => {
        last.current = null
        change(readIds(), isOn)
      },
    }
  }, [rowSelection, rows])
}
