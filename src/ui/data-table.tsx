import {
  type ColumnDef,
  metaHelper,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { MouseEvent } from 'react'
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
  rows: Row[]
  rowId: (row: Row, index: number) => string
  /** The row whose details are open. */
  openRowId?: string
  /**
   * Called when a row is clicked anywhere but on a link or a button. One of the columns has a link or
   * a button that does the same for the keyboard.
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
      <tbody>
        {table.getRowModel().rows.map(row => (
          <tr
            key={row.id}
            data-open={row.id === openRowId || undefined}
            data-opens={onOpen ? true : undefined}
            onClick={onOpen && (click => isOnRowItself(click) && onOpen(row.original, row.index))}
          >
            {row.getAllCells().map(cell => {
              const meta = cell.column.columnDef.meta
              return (
                <td
                  key={cell.id}
                  data-align={meta?.align}
                  data-label={meta?.cardLabel}
                  data-corner={meta?.isCorner}
                >
                  <table.FlexRender cell={cell} />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Not on something that has an action of its own, and not at the end of selecting text. */
function isOnRowItself(click: MouseEvent<HTMLTableRowElement>): boolean {
  const isOnControl = click.target instanceof Element && click.target.closest('a, button, label')
  return !isOnControl && window.getSelection()?.isCollapsed !== false
}
