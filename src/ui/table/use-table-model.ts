import { createColumnHelper, functionalUpdate, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column } from './column.ts'
import type { PaginationControl } from './pagination-feature.ts'
import { NOTHING, type SelectionControl } from './row-selection.ts'
import type { SortOrder } from './sort-order.ts'
import { TABLE_FEATURES } from './table-features.ts'
import { type LayoutControl, USUAL_LAYOUT } from './table-layout.ts'

type TableOptions<Row> = {
  /** Pass the same array each time, because a new one renders all rows again. */
  columns: Column<Row>[]
  sort?: SortOrder | undefined
  /** Without `sort` and `onSort`, no column can be sorted. */
  onSort?: ((sort: SortOrder) => void) | undefined
  /** Without a layout, columns can't be hidden, moved or resized. */
  layout?: LayoutControl | undefined
  /** For a `Pager`. */
  pagination?: PaginationControl | null | undefined
  /** For checkboxes in its rows and its header. */
  selection?: SelectionControl<Row> | undefined
}

/** What `useTableModel` returns, for the parts that render it. */
export type TableModel<Row> = ReturnType<typeof useTableModel<Row>>

/**
 * The TanStack Table of a table, for the parts that render it: `DataTable` or `VirtualTable`, and
 * `Pager`.
 *
 * Everything follows from the state, which the caller owns. The table gets no rows, because they
 * arrive sorted and paginated, and it would build an object for each of 50,000 rows
 * (docs/decisions/0047).
 */
export function useTableModel<Row>(options: TableOptions<Row>) {
  const { columns, sort, onSort, layout: control, pagination: pages, selection } = options
  const { layout = USUAL_LAYOUT, onLayout } = control ?? {}
  const byId = useMemo(() => new Map(columns.map(column => [column.id, column])), [columns])
  const definitions = useMemo(() => columns.map(definitionOf), [columns])
  const sorting = useMemo(
    () => (sort ? [{ id: sort.column, desc: sort.direction === 'descending' }] : []),
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
  const { page = 1, size = 1, hasNext = false, onPage } = pages ?? {}
  const pagination = useMemo(() => ({ pageIndex: page - 1, pageSize: size }), [page, size])
  const table = useTable({
    features: TABLE_FEATURES,
    manualSorting: true,
    enableSorting: sort !== undefined || onSort !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
    columnResizeMode: 'onChange',
    columns: definitions,
    data: NO_ROWS,
    enableHiding: onLayout !== undefined,
    enableColumnResizing: onLayout !== undefined,
    // Only `next` of an answer says whether there is another page, and some services don't count.
    pageCount: hasNext ? page + 1 : page,
    hasPreviousPage: pages?.hasPrevious ?? false,
    state: {
      sorting,
      columnVisibility,
      columnOrder,
      columnSizing,
      pagination,
      rowSelection: selection?.rowSelection ?? NOTHING,
    },
    onSortingChange: update => {
      const [first] = functionalUpdate(update, sorting)
      if (first) onSort?.({ column: first.id, direction: first.desc ? 'descending' : 'ascending' })
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
    onPaginationChange: update => {
      const { pageIndex, pageSize } = functionalUpdate(update, pagination)
      if (pageIndex !== page - 1 || pageSize !== size)
        onPage?.({ page: pageIndex + 1, size: pageSize })
    },
    onRowSelectionChange: update => selection?.onRowSelectionChange(update),
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
    gridTemplateColumns: gridOf(shown, columnSizing),
    density: control?.layout.density,
    selectionId: selection?.selectionId,
  }
}

const helper = createColumnHelper<typeof TABLE_FEATURES, never>()
const NO_ROWS: never[] = []

function definitionOf<Row>({ id, name, header, sortFirst, isFixed }: Column<Row>) {
  return helper.accessor((): unknown => null, {
    id,
    header: name ?? (typeof header === 'string' ? header : id),
    enableSorting: sortFirst !== undefined,
    sortDescFirst: sortFirst === 'descending',
    enableHiding: isFixed !== true,
    enableResizing: isFixed !== true,
  })
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
