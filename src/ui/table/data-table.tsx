import { clsx } from 'clsx'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useDelayedFlag } from '../use-delayed-flag.ts'
import classes from './data-table.module.css'
import { opensRow } from './open-row.ts'
import look from './table.module.css'
import { TableHead } from './table-head.tsx'
import { ROLES } from './table-roles.ts'
import { TableRow } from './table-row.tsx'
import { type ColumnOptions, useColumns } from './use-columns.ts'

type DataTableProps<Row> = ColumnOptions<Row> & {
  /** What the table lists, for those who can't see it. */
  label: string
  className?: string | undefined
  /** A row that has changed is another object: one that is the same is not drawn again. */
  rows: Row[]
  rowId: (row: Row, index: number) => string
  /**
   * Other rows are written into the elements that are there, which is much faster. Only for columns
   * whose cells keep no state of their own.
   */
  reusesRows?: boolean
  /** The row whose details are open: it is kept in sight. */
  openRowId?: string | undefined
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
 * A table of as many rows as one page has. It knows rows and columns, not what they mean. Its rows
 * are grids, so that those out of sight need not be laid out.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowId, reusesRows = false, openRowId, onOpen, isBusy = false } = props
  const columns = useColumns(props)
  const latest = useRef(rows)
  latest.current = rows
  const { current: readRows } = useRef(() => latest.current)
  const isWaiting = useDelayedFlag(isBusy, 150)
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (openRowId === undefined) return
    table.current?.querySelector('tr[data-open]')?.scrollIntoView({ block: 'nearest' })
  }, [openRowId])

  return (
    <table
      {...ROLES.table}
      ref={table}
      className={clsx(look.table, classes.table, props.className)}
      style={{ gridTemplateColumns: columns.gridTemplateColumns }}
      data-density={props.layout?.layout.density}
      aria-label={label}
      aria-busy={isBusy}
    >
      <TableHead columns={columns} rows={rows} />
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
              columns={columns.shown}
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

function openRow<Row>(click: MouseEvent, rows: Row[], onOpen: (row: Row, index: number) => void) {
  const index = click.target instanceof Element && click.target.closest('tr')?.sectionRowIndex
  const row = typeof index === 'number' ? rows[index] : undefined
  if (row === undefined || typeof index !== 'number' || !opensRow(click)) return
  click.preventDefault()
  onOpen(row, index)
}
