import type { ReactNode } from 'react'
import { formatNumber } from '../../../contract/text/count.ts'

/** A column of a table. Its functions are not components, so they return components if they need hooks. */
export type Column<Row> = {
  id: string
  header: ReactNode | ((rows: Row[]) => ReactNode)
  /** Its name in the Columns menu, if it can be hidden and moved. Required if `header` is not text. */
  name?: string
  cell: (row: Row) => ReactNode
  /** The cell is the header of its row. */
  isRowHeader?: boolean
  align?: 'end'
  /** The CSS width that the column keeps until a person resizes it. Columns without one share the rest. */
  width?: string
  /** How much of the rest it gets, compared with the other columns without a width. Default: 1. */
  share?: number
  /** The CSS width that a column of the rest has at least. Default: none. */
  least?: string
  /** The order after the first click on the header. Without it, the column can't be sorted. */
  sortFirst?: 'ascending' | 'descending'
  /** The value to sort by, for a table that sorts its own rows; null if the row has none. */
  sortValue?: (row: Row) => string | number | null
  /** Screen readers read the header, but it isn't shown: for columns of buttons. */
  hideHeader?: boolean
  /** Not shown until a person chooses it in the Columns menu. */
  isHiddenAtFirst?: boolean
  /** It can't be moved or hidden. */
  isFixed?: boolean
  /** Shown before the cell if the table is a list of cards, on narrow screens. */
  cardLabel?: string
  /** In a card, the cell is in the corner and has no header. */
  isCorner?: boolean
  className?: string
}

/** A column of numbers, of which the largest come first. */
export function countColumn<Row>(
  look: Pick<Column<Row>, 'id' | 'width'> & { header: string },
  countOf: (row: Row) => number,
  cell = (row: Row): ReactNode => formatNumber(countOf(row)),
): Column<Row> {
  const order = { sortFirst: 'descending', sortValue: countOf } as const
  return { ...look, ...order, align: 'end', cardLabel: look.header, cell }
}
