/** What a table is sorted by. In the address: "company", or "-company" for from its end. */
export type Sort<Column extends string> = {
  column: Column
  direction: 'ascending' | 'descending'
}

/** The first of `columns` that the address names; `usual` where it names none. */
export function readSort<Column extends string>(
  text: string | undefined,
  columns: readonly Column[],
  usual: Sort<Column>,
): Sort<Column> {
  const isDescending = text?.startsWith('-') ?? false
  const column = columns.find(name => name === (isDescending ? text?.slice(1) : text))
  if (column === undefined) return usual
  return { column, direction: isDescending ? 'descending' : 'ascending' }
}

/** After a press on the head of `column`: it begins as `first`, and turns round with each press. */
export function nextSort<Column extends string>(
  sort: Sort<Column>,
  column: Column,
  first: Sort<Column>['direction'],
): string {
  const isDescending =
    sort.column === column ? sort.direction === 'ascending' : first === 'descending'
  return isDescending ? `-${column}` : column
}
