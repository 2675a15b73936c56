import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { guardInput } from '../../../forms/reload.ts'
import type { SelectionControl } from '../../../ui/table/row-selection.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import {
  hasEvents,
  hasScope,
  NOTHING_SELECTED,
  type Selection,
  type SelectionScope,
  withEvents,
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
    const unguard = guardInput(() => hasEvents(selection))
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

/** Whether events of this list and these days are selected. A selection of others ends. */
export function useHasSelected({ list, from_date, to_date }: SelectionScope): boolean {
  const { selection, select } = useSelection()
  useEffect(() => {
    const scope = { list, from_date, to_date }
    select(current => (hasScope(current, scope) ? current : NOTHING_SELECTED))
  }, [list, from_date, to_date, select])
  return hasEvents(selection)
}

/**
 * The selection of events, for a table that lists some of them.
 *
 * @param targetOf a function that is always the same
 */
export function useEventSelection<Row>(
  scope: SelectionScope,
  rows: Row[],
  targetOf: (row: Row) => NamedTarget,
): SelectionControl<Row> {
  const { selection, select } = useSelection()
  const { list, from_date, to_date } = scope
  return useMemo(() => {
    const scope = { list, from_date, to_date }
    const isOwn = hasScope(selection, scope)
    return {
      isSome: isOwn && hasEvents(selection),
      isSelected: id => isOwn && (selection.isAll || selection.events.has(id)),
      onSelect: (ids, isOn) => {
        const targets = rows.map(targetOf)
        const named = new Set(ids)
        const changed = targets.filter(({ id }) => named.has(id))
        select(current => withEvents(current, scope, changed, { isOn, rows: targets }))
      },
      selectionId: row => targetOf(row).id,
    }
  }, [selection, select, list, from_date, to_date, rows, targetOf])
}
