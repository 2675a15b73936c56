import type { Column } from '../../ui/table/column.ts'
import type { TableLayout } from '../../ui/table/table-layout.ts'

/** The fields of a column that this module needs. */
export type ArrangedColumn = Pick<Column<never>, 'id' | 'name' | 'isFixed' | 'isHiddenAtFirst'> & {
  header: unknown
}

/** In CSS pixels. */
const [STEP, USUAL_WIDTH, MIN_WIDTH, MAX_WIDTH] = [24, 160, 64, 800]

/** The columns that can be moved, in the order of the table. */
export function movableIds(columns: ArrangedColumn[], { columnOrder }: TableLayout): string[] {
  const ids = columns.filter(({ isFixed }) => isFixed !== true).map(({ id }) => id)
  return [...new Set([...columnOrder.filter(id => ids.includes(id)), ...ids])]
}

export function isColumnShown(
  { id, isHiddenAtFirst }: ArrangedColumn,
  { columnVisibility }: TableLayout,
): boolean {
  return columnVisibility[id] ?? isHiddenAtFirst !== true
}

/** The visible columns of the table, in their order. */
export function shownIds(columns: ArrangedColumn[], layout: TableLayout): string[] {
  const shown = columns.filter(column => isColumnShown(column, layout)).map(({ id }) => id)
  return movableIds(columns, layout).filter(id => shown.includes(id))
}

export function showColumn(layout: TableLayout, id: string, isShown: boolean): TableLayout {
  return { ...layout, columnVisibility: { ...layout.columnVisibility, [id]: isShown } }
}

/** @param steps -1 for one place to the left, 1 for one to the right */
export function moveColumn(
  columns: ArrangedColumn[],
  layout: TableLayout,
  id: string,
  steps: -1 | 1,
): TableLayout {
  const ids = movableIds(columns, layout)
  const from = ids.indexOf(id)
  const columnOrder = ids.toSpliced(from, 1).toSpliced(Math.max(0, from + steps), 0, id)
  return { ...layout, columnOrder }
}

/** @param steps -1 for narrower, 1 for wider */
export function resizeColumn(layout: TableLayout, id: string, steps: -1 | 1): TableLayout {
  const width = (layout.columnSizing[id] ?? USUAL_WIDTH) + steps * STEP
  const size = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))
  return { ...layout, columnSizing: { ...layout.columnSizing, [id]: size } }
}
