import { type MouseEvent, memo, type ReactNode, useRef } from 'react'
import readOut from '../read-out.module.css'
import { useLasting } from '../use-lasting.ts'
import classes from './data-table.module.css'

/** A column of a table. Nothing in it is a hook: what needs one is a component that it draws. */
export type Column<Row> = {
  id: string
  header: ReactNode | ((rows: Row[]) => ReactNode)
  /** @param rows reads all rows of the table, for what is pressed in this one */
  cell: (row: Row, rows: () => Row[]) => ReactNode
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

type DataTableProps<Row> = {
  /** What the table lists, for those who can't see it. */
  label: string
  /** The same ones each time: other columns draw all rows anew. */
  columns: Column<Row>[]
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

/**
 * The one table of the dashboard. It knows rows and columns, not what they mean. Its rows are grids,
 * so that those out of sight need not be laid out; the roles are for browsers that then forget what
 * a table is.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    reusesRows = false,
    openRowId,
    onOpen,
    isBusy = false,
  } = props
  const latest = useRef(rows)
  latest.current = rows
  const { current: readRows } = useRef(() => latest.current)
  const isWaiting = useLasting(isBusy, 150)
  const gridTemplateColumns = columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ')

  return (
    <table
      {...ROLES.table}
      className={classes.table}
      style={{ gridTemplateColumns }}
      aria-label={label}
      aria-busy={isBusy}
    >
      <thead {...ROLES.group}>
        <tr {...ROLES.row}>
          {columns.map(({ id, header, align, isCorner, hideHeader }) => (
            <th key={id} {...ROLES.header} scope="col" data-align={align} data-corner={isCorner}>
              <span className={hideHeader ? readOut.only : undefined}>
                {typeof header === 'function' ? header(rows) : header}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has a link or button in the row */}
      <tbody
        {...ROLES.group}
        data-waiting={isWaiting || undefined}
        onClick={onOpen && (click => openRow(click, rows, onOpen))}
      >
        {rows.map((row, index) => {
          const id = rowId(row, index)
          return (
            <TableRow
              key={reusesRows ? index : id}
              row={row}
              columns={columns}
              readRows={readRows}
              opens={onOpen !== undefined}
              isOpen={id === openRowId}
            />
          )
        })}
      </tbody>
    </table>
  )
}

const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
}

type TableRowProps = {
  // biome-ignore lint/suspicious/noExplicitAny: each table has rows of its own
  row: any
  // biome-ignore lint/suspicious/noExplicitAny: as its rows are
  columns: Column<any>[]
  // biome-ignore lint/suspicious/noExplicitAny: as they are
  readRows: () => any[]
  opens: boolean
  isOpen: boolean
}

const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, columns, readRows, opens, isOpen } = props
  return (
    <tr {...ROLES.row} data-open={isOpen || undefined} data-opens={opens || undefined}>
      {columns.map(({ id, cell, align, cardLabel, isCorner }) => (
        <td
          key={id}
          {...ROLES.cell}
          data-align={align}
          data-label={cardLabel}
          data-corner={isCorner}
        >
          {cell(row, readRows)}
        </td>
      ))}
    </tr>
  )
})

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
