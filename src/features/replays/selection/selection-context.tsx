import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { guardInput } from '../../../forms/reload.ts'
import type { SelectionControl } from '../../../ui/table/row-selection.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import {
  NOTHING_SELECTED,
  type Selection,
  type SelectionScope,
  selectedRows,
  withSelectedRows,
} from './selection.ts'

type SelectionState = {
  selection: Selection
  select: (change: (selection: Selection) => Selection) => void
}

const SelectionContext = createContext<SelectionState>({
  selection: NOTHING_SELECTED,
  select: () => {},
})

let kept: { owner: string; selection: Selection } | null = null

type SelectionProviderProps = {
  /** The person who selects. A kept selection is restored only for them. */
  owner: string
  children: ReactNode
}

/**
 * Keeps the selection, so that it survives a visit to a draft run, and a sign-in after the session has
 * ended. Signing out clears it first.
 */
export function SelectionProvider({ owner, children }: SelectionProviderProps) {
  const [selection, select] = useState(kept?.owner === owner ? kept.selection : NOTHING_SELECTED)
  useEffect(() => {
    const unguard = guardInput(() => selection.isAll || selection.events.size > 0)
    return () => {
      unguard()
      kept = { owner, selection }
    }
  }, [owner, selection])
  const state = useMemo(() => ({ selection, select }), [selection])
  return <SelectionContext value={state}>{children}</SelectionContext>
}

export function useSelection(): SelectionState {
  return use(SelectionContext)
}

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
    onRowSelectionChange: change =>
      select(current => {
        const scope = { list, from_date, to_date }
        const targets = rows.map(targetOf)
        const before = selectedRows(current, scope, () => targets.map(({ id }) => id))
        return withSelectedRows(current, scope, targets, change(before))
      }),
    selectionId: row => targetOf(row).id,
  }
}
