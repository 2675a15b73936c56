import * as z from 'zod/mini'

/** The order of a list: the name of a column, or "-" and its name for descending. */
export function sortBy<const Column extends string>(columns: readonly Column[]) {
  return z.enum(columns.flatMap((column): SortBy<Column>[] => [column, `-${column}`]))
}
type SortBy<Column extends string> = Column | `-${Column}`

/** Splits a value of `sortBy`. */
export function columnAndDirection<Column extends string>(
  sort: SortBy<Column>,
  columns: readonly Column[],
): { column: Column; isDescending: boolean } {
  const column = columns.find(name => name === sort)
  if (column !== undefined) return { column, isDescending: false }
  const descending = columns.find(name => `-${name}` === sort)
  if (descending === undefined) throw new Error(`No column is called ${sort}`)
  return { column: descending, isDescending: true }
}
