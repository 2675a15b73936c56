/** @jsxImportSource react */
import { memo, type Ref } from 'react'
import type { Column } from './column.ts'
import { ROLES } from './table-roles.ts'

type TableRowProps<Row> = {
  row: Row
  /** Those that are shown. */
  columns: Column<Row>[]
  readRows: () => Row[]
  /** A click on it opens its details. */
  opens: boolean
  isOpen: boolean
  /** Of a virtual row: its place among all rows, and what measures it. */
  index?: number
  measure?: Ref<HTMLTableRowElement> | undefined
}

/** Drawn again only if its row or the columns change. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, readRows, opens, isOpen, index, measure } = props
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
            {cell(row, readRows)}
          </Cell>
        )
      })}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => React.ReactNode
