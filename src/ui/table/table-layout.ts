import * as z from 'zod/mini'

/** How a person has arranged a table. Names of columns that are gone have no effect. */
export const TableLayout = z.object({
  /** Of columns that were shown or hidden by hand. */
  columnVisibility: z._default(z.record(z.string(), z.boolean()), {}),
  /** Columns that aren't listed follow in their usual order. */
  columnOrder: z._default(z.array(z.string()), []),
  /** In CSS pixels, of columns that were resized. */
  columnSizing: z._default(z.record(z.string(), z.number().check(z.positive())), {}),
  density: z._default(z.enum(['comfortable', 'compact']), 'comfortable'),
})
export type TableLayout = z.infer<typeof TableLayout>

export const USUAL_LAYOUT: TableLayout = TableLayout.parse({})

/** A layout and its owner: a table has none of its own. */
export type LayoutControl = {
  layout: TableLayout
  onLayout: (change: (layout: TableLayout) => TableLayout) => void
}
