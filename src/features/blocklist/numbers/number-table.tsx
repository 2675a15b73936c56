import type { SelectionControl } from '../../../ui/table/row-selection.ts'
import type { SortOrder } from '../../../ui/table/sort-order.ts'
import type { LayoutControl } from '../../../ui/table/table-layout.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import { NUMBER_COLUMNS, UnblockNumberContext, unblockId } from './number-columns.tsx'
import classes from './number-table.module.css'

/** Same as in the style sheet. Rows of a fixed height need no measuring. */
const ROW_HEIGHTS = { comfortable: 48, compact: 36 }
/** The bar above the table, and the head of the table. */
const COVERED_TOP = 98

type NumberTableProps = {
  label: string
  numbers: string[]
  layout: LayoutControl
  sort: SortOrder | undefined
  onSort: (sort: SortOrder) => void
  selection: Omit<SelectionControl<string>, 'selectionId'>
  /** The same function each time, because another one renders all rows again. */
  onUnblock: (number: string) => void
}

/** All of these numbers, each with its checkbox and Unblock. */
export function NumberTable(props: NumberTableProps) {
  const { label, numbers, layout, sort, onSort, selection, onUnblock } = props
  const table = useTableModel({
    columns: NUMBER_COLUMNS,
    layout,
    sort,
    onSort,
    selection: { ...selection, selectionId: numberItself },
  })
  return (
    <UnblockNumberContext value={onUnblock}>
      <VirtualTable
        label={label}
        className={classes.table}
        table={table}
        rows={numbers}
        keyOf={numberItself}
        focusId={unblockId}
        rowHeight={ROW_HEIGHTS[layout.layout.density]}
        overscan={8}
        coveredTop={COVERED_TOP}
      />
    </UnblockNumberContext>
  )
}

function numberItself(number: string): string {
  return number
}
