import * as z from 'zod/mini'

/** The arrangement of a table. Names of removed columns have no effect. */
export const TableLayout = z.object({
  /** Columns that a person has shown or hidden. */
  columnVisibility: z._default(z.record(z.string(), z.boolean()), {}),
  /** Columns that aren't listed follow in their default order. */
  columnOrder: z._default(z.array(z.string()), []),
  /** The widths of resized columns, in CSS pixels. */
  columnSizing: z._default(z.record(z.string(), z.number().check(z.positive())), {}),
  density: z._default(z.enum(['comfortable', 'compact']), 'comfortable'),
})
export type TableLayout = z.infer<typeof TableLayout>

export const USUAL_LAYOUT: TableLayout = TableLayout.parse({})

/** In CSS pixels. */
const [STEP, USUAL_WIDTH, MIN_WIDTH, MAX_WIDTH] = [24, 160, 64, 800]

/** @param steps -1 for narrower, 1 for wider */
export function resizeColumn(layout: TableLayout, id: string, steps: -1 | 1): TableLayout {
  const width = (layout.columnSizing[id] ?? USUAL_WIDTH) + steps * STEP
  const size = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))
  return { ...layout, columnSizing: { ...layout.columnSizing, [id]: size } }
}

/** A layout and a function that changes it, because the table does not own its layout. */
export type LayoutControl = {
  layout: TableLayout
  onLayout: (change: (layout: TableLayout) => TableLayout) => void
}
