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

/** A layout and a function that changes it, because the table does not own its layout. */
export type LayoutControl = {
  layout: TableLayout
  onLayout: (change: (layout: TableLayout) => TableLayout) => void
}
