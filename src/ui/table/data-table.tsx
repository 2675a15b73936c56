import { useWindowEvent } from '@mantine/hooks'
import { clsx } from 'clsx'
import { type MouseEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDelayedFlag } from '../use-delayed-flag.ts'
import classes from './data-table.module.css'
import { TableSelectionContext, useTableSelectionValue } from './row-selection.tsx'
import look from './table.module.css'
import { opensRow, ROLES, TableHead, TableRow } from './table-parts.tsx'
import { inOrder, useLastingOrder } from './use-lasting-order.ts'
import type { TableModel } from './use-table-model.ts'

/** More than most windows show. The cells of further rows are rendered after these were painted. */
const FIRST_ROWS = 20

const NO_COLUMNS: never[] = []

type DataTableProps<Row> = {
  table: TableModel<Row>
  label: string
  className?: string | undefined
  /** A changed row has to be a new object, because the same object is not rendered again. */
  rows: Row[]
  rowId: (row: Row, index: number) => string
  /**
   * Puts other rows into the existing elements, which is much faster. It requires cells without state
   * of their own.
   */
  reusesRows?: boolean
  /** The row whose details are open. It stays visible. */
  openRowId?: string | undefined
  /**
   * Called when a row is clicked anywhere except on a link or a button. One of the columns has to have
   * a link or button with the same effect, for the keyboard. A link with `data-opens` calls this
   * function, and its URL is for a new tab.
   */
  onOpen?: (row: Row, index: number) => void
  /** Other rows are loading. The current rows stay visible and are dimmed. */
  isBusy?: boolean
}

/**
 * A table with the rows of one page. It knows rows and columns but not their meaning. Its rows are
 * grids, so that the browser need not lay out rows outside the viewport.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { table: model, label, rowId, reusesRows = false } = props
  const { openRowId, onOpen, isBusy = false } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const ids = props.rows.map(rowId)
  const order = useLastingOrder(body, ids, model.sort)
  const rows = order === ids ? props.rows : inOrder(props.rows, rowId, order)
  const selection = useTableSelectionValue(model.selection, rows)
  const isWaiting = useDelayedFlag(isBusy, 150)
  const table = useRef<HTMLTableElement>(null)
  const [isPrinted, setPrinted] = useState(false)
  const hasAllCells = useDeferredValue(true, false) || isPrinted
  useWindowEvent('beforeprint', () => flushSync(() => setPrinted(true)))
  useEffect(() => {
    if (openRowId === undefined) return
    table.current?.querySelector('tr[data-open]')?.scrollIntoView({ block: 'nearest' })
  }, [openRowId])

  const element = (
    <table
      {...ROLES.table}
      ref={table}
      className={clsx(look.table, classes.table, props.className)}
      style={{ gridTemplateColumns: model.gridTemplateColumns }}
      data-density={model.density}
      aria-label={label}
      aria-busy={isBusy}
    >
      <TableHead model={model} rows={rows} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row has a link or button for the keyboard */}
      <tbody
        {...ROLES.group}
        ref={body}
        data-waiting={isWaiting || undefined}
        onClick={onOpen && (click => openRow(click, rows, onOpen))}
      >
        {rows.map((row, index) => {
          const id = rowId(row, index)
          return (
            <TableRow
              key={reusesRows ? index : id}
              row={row}
              columns={hasAllCells || index < FIRST_ROWS ? model.shown : NO_COLUMNS}
              opens={onOpen !== undefined}
              isOpen={id === openRowId}
            />
          )
        })}
      </tbody>
    </table>
  )
  return <TableSelectionContext value={selection}>{element}</TableSelectionContext>
}

function openRow<Row>(click: MouseEvent, rows: Row[], onOpen: (row: Row, index: number) => void) {
  const index = click.target instanceof Element && click.target.closest('tr')?.sectionRowIndex
  const row = typeof index === 'number' ? rows[index] : undefined
  if (row === undefined || typeof index !== 'number' || !opensRow(click)) return
  click.preventDefault()
  onOpen(row, index)
}
