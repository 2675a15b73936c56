import type { ReactNode } from 'react'

/** A column of a table. Its functions are not components: they call no hooks and draw components that do. */
export type Column<Row> = {
  id: string
  header: ReactNode | ((rows: Row[]) => ReactNode)
  /** What the Columns menu calls it, if it can be hidden and moved. Required where `header` is not text. */
  name?: string
  /** @param readRows reads all rows of the table, for a control that acts on several */
  cell: (row: Row, readRows: () => Row[]) => ReactNode
  /** The cell is the header of its row. */
  isRowHeader?: boolean
  align?: 'end'
  /** The CSS width that the column keeps until a person resizes it. Columns without one share the rest. */
  width?: string
  /** Which order a first click on the header gives. Without it, the table can't be sorted by this column. */
  sortFirst?: 'ascending' | 'descending'
  /** Screen readers read the header, but it isn't shown: for columns of buttons. */
  hideHeader?: boolean
  /** Not shown until a person chooses it in the Columns menu. */
  isHiddenAtFirst?: boolean
  /** Stays where it is and can't be hidden. */
  isFixed?: boolean
  /** Shown before the cell where the table becomes a list of cards, on narrow screens. */
  cardLabel?: string
  /** There, the cell goes to the card's corner, and its header is left out. */
  isCorner?: boolean
  className?: string
}
