import { type MouseEvent, memo } from 'react'
import type { Column } from './column.ts'

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
