import type { RowSelectionState } from '@tanstack/react-table'
import { createContext, type RefObject, use, useMemo, useRef } from 'react'
import { NOTHING, rowsBetween, withRows } from './row-selection.ts'
import type { TableModel } from './use-table-model.ts'

type TableSelection = {
  rowSelection: RowSelectionState
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
  { table, selectionId }: TableModel<Row>,
  rows: RefObject<Row[]>,
): TableSelection {
  const { setRowSelection, getIsSomeRowsSelected } = table
  const { rowSelection } = table.state
  const idOf = useRef(selectionId)
  idOf.current = selectionId
  const last = useRef<string | null>(null)
  return useMemo(() => {
    const isSome = getIsSomeRowsSelected()
    const readIds = () => (idOf.current ? rows.current.map(idOf.current) : [])
    return {
      rowSelection,
      isSome,
      readIds,
      selectRow: (id, isOn, isRange) => {
        // After everything was cleared, no row is the last one.
        const since = isRange && isSome ? last.current : null
        const ids = since === null ? [id] : rowsBetween(readIds(), id, since)
        last.current = id
        setRowSelection(old => withRows(old, ids, isOn))
      },
      selectAllRows: isOn => {
        last.current = null
        const ids = readIds()
        setRowSelection(old => withRows(old, ids, isOn))
      },
    }
  }, [rowSelection, rows, setRowSelection, getIsSomeRowsSelected])
}
