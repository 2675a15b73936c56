/** The column that a table is sorted by, and in which direction. */
export type SortOrder<ColumnId extends string = string> = {
  column: ColumnId
  direction: 'ascending' | 'descending'
}

/** In the address: "company", or "-company" for descending. */
export function sortText({ column, direction }: SortOrder): string {
  return direction === 'descending' ? `-${column}` : column
}

/** Reads `sortText`; `usual` if the address names none of `columns`. */
export function readSort<ColumnId extends string>(
  text: string | undefined,
  columns: readonly ColumnId[],
  usual: SortOrder<ColumnId>,
): SortOrder<ColumnId> {
  const isDescending = text?.startsWith('-') ?? false
  const column = columns.find(name => name === (isDescending ? text?.slice(1) : text))
  if (column === undefined) return usual
  return { column, direction: isDescending ? 'descending' : 'ascending' }
}
