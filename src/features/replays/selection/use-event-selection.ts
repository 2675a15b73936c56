import { functionalUpdate } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { SelectionControl } from '../../../ui/table/row-selection.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import { type SelectionScope, selectedRows, withSelectedRows } from './selection.ts'
import { useSelection } from './selection-context.tsx'

const NO_ROWS: never[] = []

/**
 * The selection of events, for a table that lists some of them.
 *
 * @param targetOf a function that is always the same
 */
export function useEventSelection<Row>(
  { list, from_date, to_date }: SelectionScope,
  rows: Row[],
  targetOf: (row: Row) => NamedTarget,
): SelectionControl<Row> {
  const { selection, select } = useSelection()
  // Otherwise the rows don't matter, and 50,000 of them change at each keystroke.
  const listed = selection.isAll ? rows : NO_ROWS
  const rowSelection = useMemo(
    () =>
      selectedRows(selection, { list, from_date, to_date }, () =>
        listed.map(row => targetOf(row).id),
      ),
    [selection, list, from_date, to_date, listed, targetOf],
  )
  return {
    rowSelection,
    onRowSelectionChange: update =>
      select(current => {
        const scope = { list, from_date, to_date }
        const targets = rows.map(targetOf)
        const before = selectedRows(current, scope, () => targets.map(({ id }) => id))
        return withSelectedRows(current, scope, targets, functionalUpdate(update, before))
      }),
    selectionId: row => targetOf(row).id,
  }
}
