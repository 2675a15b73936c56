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
    const forget = keepOverReload(NAME, () => ({
      owner,
      selection: { ...selection, events: [...selection.events.values()] },
    }))
    return () => {
      forget()
      kept = { owner, selection }
    }
  }, [owner, selection])
  const state = useMemo(() => ({ selection, select }), [selection])
  return <SelectionContext value={state}>{children}</SelectionContext>
}

export function useSelection(): SelectionState {
  return use(SelectionContext)
}
