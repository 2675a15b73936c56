import {
  type ColumnDef,
  flexRender,
  metaHelper,
  type Row,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type MouseEvent, memo } from 'react'
import classes from './data-table.module.css'

type ColumnMeta = {
  /** Numbers stand at the end of their column. */
  align?: 'end'
  /** The width that the column keeps, as CSS has it. Columns without one share the rest. */
  width?: string
  /** The header is read out but not shown: for columns of buttons. */
  hideHeader?: boolean
  /** Shown before the cell where the table becomes a list of cards, on narrow screens. */
  cardLabel?: string
  /** There, it stands in the card's corner, and its header is left out. */
  isCorner?: boolean
}

/** What every table here can do: rows in the order that the server gave them. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })
export type Features = typeof features

type DataTableProps<Row extends RowData> = {
  /** What the table lists, for those who can't see it. */
  label: string
  /** Made at module level with `createColumnHelper<Features, Row>()`. */
  // biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own
  columns: ColumnDef<Features, Row, any>[]
  /** A row that has changed is another object: one that is the same is not drawn again. */
  rows: Row[]
  rowId: (row: Row, index: number) => string
  /**
   * Other rows are written into the elements that are there, which is much faster. Only for columns
   * whose cells keep no state of their own.
   */
  reusesRows?: boolean
  /** The row whose details are open. */
  openRowId?: string
  /**
   * Called when a row is clicked anywhere but on a link or a button. One of the columns has a link or
   * a button that does the same for the keyboard: a link that has `data-opens` does it by this, and
   * its address is for a new tab.
   */
  onOpen?: (row: Row, index: number) => void
  /** Other rows are on their way: these are still shown, quietly marked. */
  isBusy?: boolean
}

/** The one table of the dashboard. It knows rows and columns, not what they mean. */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  rowId,
  reusesRows = false,
  openRowId,
  onOpen,
  isBusy = false,
}: DataTableProps<Row>) {
  const table = useTable({ features, columns, data: rows, getRowId: rowId })

  return (
    <table className={classes.table} aria-label={label} aria-busy={isBusy}>
      <thead>
        {table.getHeaderGroups().map(group => (
          <tr key={group.id}>
            {group.headers.map(header => {
              const meta = header.column.columnDef.meta
              return (
                <th
                  key={header.id}
                  scope="col"
                  data-align={meta?.align}
                  data-corner={meta?.isCorner}
                  style={{ width: meta?.width }}
                >
                  <span className={meta?.hideHeader ? classes.readOut : undefined}>
                    <table.FlexRender header={header} />
                  </span>
                </th>
              )
            })}
          </tr>
        ))}
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has a link or button in the row */}
      <tbody onClick={onOpen && (click => openRow(click, rows, onOpen))}>
        {table.getRowModel().rows.map(row => (
          <TableRow
            key={reusesRows ? row.index : row.id}
            row={row}
            opens={onOpen !== undefined}
            isOpen={row.id === openRowId}
          />
        ))}
      </tbody>
    </table>
  )
}

type TableRowProps = {
  // biome-ignore lint/suspicious/noExplicitAny: each table has rows of its own
  row: Row<Features, any>
  opens: boolean
  isOpen: boolean
}

const TableRow = memo(
  function TableRow({ row, opens, isOpen }: TableRowProps) {
    return (
      <tr data-open={isOpen || undefined} data-opens={opens || undefined}>
        {row.getAllCells().map(cell => {
          const { cell: content, meta } = cell.column.columnDef
          return (
            <td
              key={cell.column.id}
              data-align={meta?.align}
              data-label={meta?.cardLabel}
              data-corner={meta?.isCorner}
            >
              {flexRender(content, cell.getContext())}
            </td>
          )
        })}
      </tr>
    )
  },
  // A table makes all its rows anew when one of them has changed.
  (one, other) =>
    one.row.original === other.row.original &&
    one.row.index === other.row.index &&
    one.opens === other.opens &&
    one.isOpen === other.isOpen,
)

function openRow<Row>(click: MouseEvent, rows: Row[], onOpen: (row: Row, index: number) => void) {
  const index = click.target instanceof Element && click.target.closest('tr')?.sectionRowIndex
  const row = typeof index === 'number' ? rows[index] : undefined
  if (row === undefined || typeof index !== 'number' || !isToOpenRow(click)) return
  click.preventDefault()
  onOpen(row, index)
}

/**
 * On the row itself or its link: not on something that has an action of its own, not where the link
 * is to go to a new tab, and not at the end of selecting text.
 */
function isToOpenRow(click: MouseEvent): boolean {
  const { target } = click
  const control = target instanceof Element ? target.closest('a, button, label') : null
  if (control?.matches('a[data-opens]')) {
    return !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
  }
  return control === null && window.getSelection()?.isCollapsed !== false
}
