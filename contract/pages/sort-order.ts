import * as z from 'zod/mini'

export type SortOrder<ColumnId extends string = string> = {
  column: ColumnId
  direction: 'ascending' | 'descending'
}

/** Parses an order in a URL, "company" or "-company" for descending; `usual` if it names none of `columns`. */
export function readSort<ColumnId extends string, Usual extends SortOrder<ColumnId> | undefined>(
  text: string | undefined,
  columns: readonly ColumnId[],
  usual: Usual,
): SortOrder<ColumnId> | Usual {
  const isDescending = text?.startsWith('-') ?? false
  const column = columns.find(name => name === (isDescending ? text?.slice(1) : text))
  if (column === undefined) return usual
  return { column, direction: isDescending ? 'descending' : 'ascending' }
}

/** The query parameter of a list that can be sorted by `columns`. */
export function sortBy<const Column extends string>(columns: readonly Column[]) {
  return z.enum(columns.flatMap((column): (Column | `-${Column}`)[] => [column, `-${column}`]))
}
