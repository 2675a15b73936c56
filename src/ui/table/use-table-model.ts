import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column } from './column.ts'
import type { SelectionControl } from './row-selection.tsx'
import { type LayoutControl, USUAL_LAYOUT } from './table-layout.ts'

type TableOptions<Row> = {
  /** Pass the same array each time, because a new one renders all rows again. */
  columns: Column<Row>[]
  /** All rows of a table that sorts them itself, by `sortValue`. Other rows arrive sorted. */
  rows?: Row[]
  /** The order in the URL, such as "-failed_at". */
  sort?: string | undefined
  /** The order if the URL has none, or one that the table doesn't have. */
  usualSort?: string | undefined
  /** Puts an order into the URL. Without it, no column can be sorted. */
  onSort?: ((sort: string) => void) | false
  /** Without a layout, columns can't be hidden, moved or resized. */
  layout?: LayoutControl | undefined
  /** For checkboxes in its rows and its header. */
  selection?: SelectionControl<Row> | undefined
}

/** What `useTableModel` returns, for the parts that render it. */
export type TableModel<Row> = ReturnType<typeof useTableModel<Row>>

/**
 * The TanStack Table of a table, for `DataTable` or `VirtualTable`. Its state is the caller's. The rows of a
 * list don't go through it: they arrive sorted, and it would build an object for each of 50,000 rows
 * (docs/decisions/0047).
 */
export function useTableModel<Row>(options: TableOptions<Row>) {
  const { columns, rows, onSort, layout: control, selection } = options
  const { layout = USUAL_LAYOUT, onLayout } = control ?? {}
  const byId = useMemo(() => new Map(columns.map(column => [column.id, column])), [columns])
  const definitions = useMemo(() => columns.map(definitionOf), [columns])
  const isKnown = columns.some(
    ({ id, sortFirst }) => sortFirst !== undefined && id === columnOf(options.sort),
  )
  const sort = onSort ? (isKnown ? options.sort : options.usualSort) : undefined
  const sorting = useMemo(
    () => (sort ? [{ id: columnOf(sort), desc: sort.startsWith('-') }] : []),
    [sort],
  )
  const columnVisibility = useMemo(
    () => ({
      ...Object.fromEntries(
        columns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst).map(({ id }) => [id, false]),
      ),
      ...layout.columnVisibility,
    }),
    [columns, layout.columnVisibility],
  )
  const columnOrder = useMemo(() => orderOf(columns, layout.columnOrder), [columns, layout])
  const { columnSizing } = layout
  const data = useMemo(
    () => rows?.map(row => sortValuesOf(row, columns)) ?? NO_ROWS,
    [rows, columns],
  )
  const table = useTable({
    features: TABLE_FEATURES,
    manualSorting: rows === undefined,
    enableSorting: Boolean(onSort),
    enableSortingRemoval: false,
    enableMultiSort: false,
    columnResizeMode: 'onChange',
    columns: definitions,
    data,
    enableHiding: onLayout !== undefined,
    enableColumnResizing: onLayout !== undefined,
    state: { sorting, columnVisibility, columnOrder, columnSizing },
    onSortingChange: update => {
      const [first] = functionalUpdate(update, sorting)
      if (first && onSort) onSort(first.desc ? `-${first.id}` : first.id)
    },
    onColumnVisibilityChange: update =>
      onLayout?.(old => ({
        ...old,
        columnVisibility: functionalUpdate(update, old.columnVisibility),
      })),
    onColumnOrderChange: update =>
      onLayout?.(old => ({ ...old, columnOrder: functionalUpdate(update, old.columnOrder) })),
    onColumnSizingChange: update =>
      onLayout?.(old => ({ ...old, columnSizing: functionalUpdate(update, old.columnSizing) })),
  })
  // As text, which is equal as long as no column is hidden or moved.
  const visible = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join(' ')
  const shown = useMemo(() => visible.split(' ').flatMap(id => byId.get(id) ?? []), [byId, visible])
  return {
    table,
    shown,
    /** `rows` in their order. */
    sorted: table.getSortedRowModel().rows.flatMap(({ index }) => rows?.[index] ?? []),
    sort,
    gridTemplateColumns: gridOf(shown, columnSizing),
    density: control?.layout.density,
    selection,
  }
}

function columnOf(sort = ''): string {
  return sort.replace(/^-/, '')
}

const TABLE_FEATURES = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

/** What a row is sorted by, for each of its columns. */
type SortValues = Record<string, string | number | null>

const NO_ROWS: SortValues[] = []

const helper = createColumnHelper<typeof TABLE_FEATURES, SortValues>()

function definitionOf<Row>({ id, name, header, sortFirst, isFixed }: Column<Row>) {
  return helper.accessor((values): unknown => values[id] ?? undefined, {
    id,
    header: name ?? (typeof header === 'string' ? header : id),
    enableSorting: sortFirst !== undefined,
    sortDescFirst: sortFirst === 'descending',
    sortFn: (one, other) => compareValues(one.getValue(id), other.getValue(id)),
    sortUndefined: 'last',
    enableHiding: isFixed !== true,
    enableResizing: isFixed !== true,
  })
}

function sortValuesOf<Row>(row: Row, columns: Column<Row>[]): SortValues {
  return Object.fromEntries(columns.map(({ id, sortValue }) => [id, sortValue?.(row) ?? null]))
}

/** Compares numbers by size, and texts as people read them: "Receiver 9" before "Receiver 10". */
function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), undefined, { numeric: true })
}

/** Fixed columns stay at their end of the table. */
function orderOf<Row>(columns: Column<Row>[], chosen: string[]): string[] {
  const ids = columns.map(({ id }) => id)
  const movable = columns.filter(({ isFixed }) => isFixed !== true).map(({ id }) => id)
  const [first, last] = [movable[0], movable.at(-1)]
  if (first === undefined || last === undefined) return ids
  const moved = [...new Set([...chosen.filter(id => movable.includes(id)), ...movable])]
  return [...ids.slice(0, ids.indexOf(first)), ...moved, ...ids.slice(ids.indexOf(last) + 1)]
}

/** If every column has its own width, the last one that isn't fixed takes the remaining space. */
function gridOf<Row>(shown: Column<Row>[], sizes: Record<string, number>): string {
  const takesRest =
    shown.find(({ id, width }) => width === undefined && sizes[id] === undefined) ??
    shown.findLast(({ isFixed }) => isFixed !== true)
  return shown
    .map(({ id, share = 1, least = '0', width = `minmax(${least}, ${share}fr)` }) => {
      const size = sizes[id]
      if (size === undefined) return width
      return id === takesRest?.id ? `minmax(${size}px, 1fr)` : `${size}px`
    })
    .join(' ')
}
