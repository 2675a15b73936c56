/** @jsxImportSource react */
import { memo, type Ref } from 'react'
import type { Column } from './column.ts'
import { ROLES } from './table-roles.ts'

type TableRowProps<Row> = {
  row: Row
  /** The visible columns. */
  columns: Column<Row>[]
  /** Whether a click opens the details of the row. */
  opens: boolean
  isOpen: boolean
  /** For a virtual row: its index among all rows, and the ref that measures it. */
  index?: number
  measure?: Ref<HTMLTableRowElement> | undefined
}

/** Renders again only if its row or the columns change. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, opens, isOpen, index, measure } = props
  return (
    <tr
      {...ROLES.row}
      ref={measure}
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
