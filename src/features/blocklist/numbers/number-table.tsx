import { createContext, use } from 'react'
import { formatNumber } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import type { Column } from '../../../ui/table/column.ts'
import { AllRowsCheckbox, RowCheckbox } from '../../../ui/table/row-checkbox.tsx'
import type { SelectionControl } from '../../../ui/table/row-selection.ts'
import type { SortOrder } from '../../../ui/table/sort-order.ts'
import type { LayoutControl } from '../../../ui/table/table-layout.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import * as messages from '../messages.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
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
        coveredTop={COVERED_TOP}
      />
    </UnblockNumberContext>
  )
}

function numberItself(number: string): string {
  return number
}

export const NUMBER_COLUMNS: Column<string>[] = [
  {
    id: 'selected',
    name: 'Select',
    header: numbers => (
      <AllRowsCheckbox
        label={`Select all ${formatNumber(numbers.length)}`}
        count={numbers.length}
        className={classes.select}
      />
    ),
    width: '48px',
    isFixed: true,
    className: classes.selected,
    cell: number => (
      <RowCheckbox id={number} name={`Select ${number}`} className={classes.select} />
    ),
  },
  {
    id: 'number',
    header: 'Phone number',
    sortFirst: 'ascending',
    className: classes.number,
    cell: number => <span translate="no">{formatPhoneNumber(number)}</span>,
  },
  {
    id: 'country',
    header: 'Country',
    className: classes.country,
    cell: number => <Country number={number} />,
  },
  {
    id: 'unblock',
    header: 'Unblock',
    hideHeader: true,
    width: '116px',
    isFixed: true,
    className: classes.unblock,
    cell: number => <UnblockButton number={number} />,
  },
]

function Country({ number }: { number: string }) {
  return <span>{usePhoneRules().data?.countryOfNumber(number)?.country}</span>
}

function UnblockButton({ number }: { number: string }) {
  const onUnblock = use(UnblockNumberContext)
  return (
    // A plain button: the library's takes as long to render as the rest of the row.
    <button
      type="button"
      id={unblockId(number)}
      aria-label={`Unblock ${number}`}
      onClick={() => onUnblock(number)}
    >
      {messages.unblock}
    </button>
  )
}

/** The id of the button in a number's row, which gets the focus. */
function unblockId(number: string): string {
  return `unblock-${number}`
}

/** Gives the action to the cells, so that the columns stay the same objects. */
const UnblockNumberContext = createContext<(number: string) => void>(() => {})
