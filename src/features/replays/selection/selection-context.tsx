import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { keepOverReload, keptOverReload } from '../../../forms/kept-over-reload.ts'
import { KeptSelection, NOTHING_SELECTED, type Selection } from './selection.ts'

type SelectionState = {
  selection: Selection
  select: (change: (selection: Selection) => Selection) => void
}

const SelectionContext = createContext<SelectionState>({
  selection: NOTHING_SELECTED,
  select: () => {},
})

const NAME = 'selection'
let kept = keptOverReload(NAME, z.object({ owner: z.string(), selection: KeptSelection }))

type SelectionProviderProps = {
  /** The person who selects: nobody else gets a kept selection back. */
  owner: string
  children: ReactNode
}

/**
 * Keeps what is selected while one is signed in: looking a run over and coming back to the list
 * loses no tick.
 */
export function SelectionProvider({ owner, children }: SelectionProviderProps) {
  const [selection, select] = useState(kept?.owner === owner ? kept.selection : NOTHING_SELECTED)
  useEffect(() => {
    // Who signs in after this begins with nothing.
    kept = null
  }, [])
  useEffect(
    () =>
      keepOverReload(NAME, () => ({
        owner,
        selection: { ...selection, events: [...selection.events.values()] },
      })),
    [owner, selection],
  )
  const state = useMemo(() => ({ selection, select }), [selection])
  return <SelectionContext value={state}>{children}</SelectionContext>
}

export function useSelection(): SelectionState {
  return use(SelectionContext)
}
