import type { SortOrder } from './sort-order.ts'

/** The value that each sortable column of a table sorts by; null if a row has none. */
export type SortValues<Row, ColumnId extends string> = Record<
  ColumnId,
  (row: Row) => string | number | null
>

/**
 * Sorts the rows of a table that has all of them. Rows without a value come last in either direction,
 * and rows with equal values keep their order.
 *
 * @param sort undefined for the order of the rows themselves
 */
export function sortRows<Row, ColumnId extends string>(
  rows: Row[],
  sort: SortOrder<ColumnId> | undefined,
  values: SortValues<Row, ColumnId>,
): Row[] {
  if (sort === undefined) return rows
  const readValue = values[sort.column]
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows
    .map(row => ({ row, value: readValue(row) }))
    .toSorted(({ value: one }, { value: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null)
      return sign * compare(one, other)
    })
    .map(({ row }) => row)
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), undefined, { numeric: true })
}
