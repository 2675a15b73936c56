import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type MouseEvent, memo, type ReactNode, type TouchEvent } from 'react'
import { flushSync } from 'react-dom'
import visuallyHidden from '../visually-hidden.module.css'
import type { Column } from './column.ts'
import classes from './table-head.module.css'
import type { TableModel } from './use-table-model.ts'

/** Explicit roles, because `display: grid` removes table semantics in some browsers. */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
}

type TableRowProps<Row> = {
  row: Row
  columns: Column<Row>[]
  /** Whether a click opens the details of the row. */
  opens?: boolean
  isOpen?: boolean
  /** For a virtual row: its index among all rows. */
  index?: number
}

/** Renders again only if its row or the columns change. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, opens, isOpen, index } = props
  return (
    <tr
      {...ROLES.row}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      data-open={isOpen || undefined}
      data-opens={opens || undefined}
    >
      {columns.map(({ id, cell, isRowHeader, align, cardLabel, isCorner, className }) => {
        const Cell = isRowHeader ? 'th' : 'td'
        return (
          <Cell
            key={id}
            {...(isRowHeader ? ROLES.rowHeader : ROLES.cell)}
            scope={isRowHeader ? 'row' : undefined}
            className={className}
            data-align={align}
            data-label={cardLabel}
            data-corner={isCorner}
          >
            {cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => React.ReactNode

/**
 * Whether a click in a row opens the row. It does on the row itself or its link. It doesn't on a
 * control with its own action, on a click that opens a new tab, or at the end of a text selection.
 */
export function opensRow(click: MouseEvent): boolean {
  const { target } = click
  const control = target instanceof Element ? target.closest('a, button, label') : null
  if (control?.matches('a[data-opens]')) {
    return !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
  }
  return control === null && window.getSelection()?.isCollapsed !== false
}

type TableHeadProps<Row> = {
  model: TableModel<Row>
  rows: Row[]
  rowIndex?: number
}

export function TableHead<Row>({ model: { table, shown }, rows, rowIndex }: TableHeadProps<Row>) {
  const headers = new Map(table.getFlatHeaders().map(header => [header.column.id, header]))
  const startResizing = (id: string, start: MouseEvent | TouchEvent) => {
    const head = start.currentTarget.closest('thead')
    if (head === null) return
    // From now on, the columns before the handle keep their current widths.
    flushSync(() => table.setColumnSizing(old => ({ ...old, ...widthsUpTo(id, shown, head) })))
    headers.get(id)?.getResizeHandler()(start)
  }
  return (
    <thead {...ROLES.group}>
      <tr {...ROLES.row} aria-rowindex={rowIndex}>
        {shown.map(column => {
          const { id, header, align, isCorner, hideHeader, name, className } = column
          const state = headers.get(id)?.column
          const isSortable = state?.getCanSort() === true
          const direction = isSortable ? SORTED[String(state.getIsSorted())] : undefined
          const text = typeof header === 'function' ? header(rows) : header
          return (
            <th
              key={id}
              {...ROLES.header}
              scope="col"
              className={className}
              data-column={id}
              data-align={align}
              data-corner={isCorner}
              aria-sort={isSortable ? (direction ?? 'none') : undefined}
            >
              {isSortable ? (
                <SortButton direction={direction} onClick={() => state.toggleSorting()}>
                  {text}
                </SortButton>
              ) : (
                <span className={hideHeader ? visuallyHidden.only : undefined}>{text}</span>
              )}
              {state?.getCanResize() && (
                // Keyboard users resize columns in the Columns menu.
                <span
                  aria-hidden
                  className={classes.handle}
                  title={`Drag to resize ${name ?? 'the column'}`}
                  data-active={state.getIsResizing() || undefined}
                  onMouseDown={press => startResizing(id, press)}
                  onTouchStart={touch => startResizing(id, touch)}
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

const SORTED: Record<string, 'ascending' | 'descending'> = { asc: 'ascending', desc: 'descending' }

function SortButton(props: {
  direction: 'ascending' | 'descending' | undefined
  onClick: () => void
  children: ReactNode
}) {
  const { direction, onClick, children } = props
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <button type="button" className={classes.sort} onClick={onClick}>
      {children}
      <span className={classes.arrow}>{direction && <Arrow size={14} aria-hidden />}</span>
    </button>
  )
}

function widthsUpTo<Row>(id: string, shown: Column<Row>[], head: Element): Record<string, number> {
  const cells = [...head.querySelectorAll('th')]
  const last = shown.findIndex(column => column.id === id)
  return Object.fromEntries(
    shown.slice(0, last + 1).flatMap((column, index) => {
      const width = cells[index]?.getBoundingClientRect().width
      return width === undefined || column.isFixed ? [] : [[column.id, Math.round(width)]]
    }),
  )
}
