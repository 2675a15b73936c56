import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'

/** A selection of rows, which the table does not own: it may have rows that the table has not. */
export type SelectionControl<Row> = {
  /** By id. The same object as long as nothing changes. */
  rowSelection: RowSelectionState
  onRowSelectionChange: OnChangeFn<RowSelectionState>
  selectionId: (row: Row) => string
}

/** These ids and no others. The object has no prototype, because an id may be "constructor". */
export function selectionOf(ids: Iterable<string>): RowSelectionState {
  const selection: RowSelectionState = Object.create(null)
  for (const id of ids) selection[id] = true
  return selection
}

export const NOTHING = selectionOf([])

/** Selects or deselects rows, and leaves the others as they are. */
export function withRows(
  selection: RowSelectionState,
  ids: string[],
  isOn: boolean,
): RowSelectionState {
  const changed = selectionOf(Object.keys(selection))
  for (const id of ids) {
    if (isOn) changed[id] = true
    else delete changed[id]
  }
  return changed
}

/** The rows between two rows, in either direction and both included; only `id` without the other. */
export function rowsBetween(ids: string[], id: string, other: string | null): string[] {
  const [at, from] = [ids.indexOf(id), other === null ? -1 : ids.indexOf(other)]
  return from < 0 || at < 0 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1)
}
