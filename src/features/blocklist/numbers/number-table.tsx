import { useMemo } from 'react'
import type { SortOrder } from '../../../ui/table/sort-order.ts'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import { NUMBER_COLUMNS, unblockId } from './number-columns.tsx'
import { type NumberSelection, NumberSelectionContext } from './number-selection.ts'
import classes from './number-table.module.css'

/** Same as in the style sheet. Rows of a fixed height need no measuring. */
const ROW_HEIGHT = 48
/** The bar above the table, and the head of the table. */
const COVERED_TOP = 98

type NumberTableProps = NumberSelection & {
  label: string
  sort: SortOrder | undefined
  onSort: (sort: SortOrder) => void
}

/** All of these numbers, each with its checkbox and Unblock. */
export function NumberTable({ label, sort, onSort, ...props }: NumberTableProps) {
  const { numbers, selected, onSelect, onSelectAll, onUnblock } = props
  const selection = useMemo(
    () => ({ numbers, selected, onSelect, onSelectAll, onUnblock }),
    [numbers, selected, onSelect, onSelectAll, onUnblock],
  )
  return (
    <NumberSelectionContext value={selection}>
      <VirtualTable
        label={label}
        className={classes.table}
        columns={NUMBER_COLUMNS}
        sort={sort}
        onSort={onSort}
        rows={numbers}
        keyOf={numberItself}
        focusId={unblockId}
        rowHeight={ROW_HEIGHT}
        overscan={8}
        coveredTop={COVERED_TOP}
      />
    </NumberSelectionContext>
  )
}

function numberItself(number: string): string {
  return number
}
