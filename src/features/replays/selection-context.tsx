import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { keepOverReload, keptOverReload } from '../../forms/kept-over-reload.ts'
import { KeptSelection, NOTHING_SELECTED, type Selection } from './selection.ts'

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
  const [selection, select] = useState(
    () => keptOverReload('selection', KeptSelection) ?? NOTHING_SELECTED,
  )
  useEffect(
    () =>
      keepOverReload('selection', () => ({ ...selection, events: [...selection.events.values()] })),
    [selection],
  )
  const state = useMemo(() => ({ selection, select }), [selection])
  return <SelectionContext value={state}>{children}</SelectionContext>
}

export function useSelection(): SelectionState {
  return use(SelectionContext)
}
