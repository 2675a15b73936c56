import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { guardInput } from '../../../forms/reload.ts'
import {
  hasEvents,
  hasScope,
  NOTHING_SELECTED,
  type Selection,
  type SelectionScope,
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
