import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { NOTHING_SELECTED, type Selection } from './selection.ts'

type SelectionState = {
  selection: Selection
  select: (change: (selection: Selection) => Selection) => void
}

const SelectionContext = createContext<SelectionState>({
  selection: NOTHING_SELECTED,
  select: () => {},
})

/**
 * Keeps what is selected while one is signed in: looking a run over and coming back to the list
 * loses no tick.
 */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [selection, select] = useState(NOTHING_SELECTED)
  const state = useMemo(() => ({ selection, select }), [selection])
  return <SelectionContext value={state}>{children}</SelectionContext>
}

export function useSelection(): SelectionState {
  return use(SelectionContext)
}
