import { createContext, use } from 'react'

export type NumberSelection = {
  /** Those that are listed. */
  numbers: string[]
  selected: ReadonlySet<string>
  onSelect: (number: string, isSelected: boolean) => void
  /** Selects all that are listed, or none. */
  onSelectAll: (isSelected: boolean) => void
  onUnblock: (number: string) => void
}

/**
 * Gives the cells of the table what changes with each tick, so that its columns stay the same. The
 * selection is a set: a record would be copied at each tick, and there may be 100,000 numbers.
 */
export const NumberSelectionContext = createContext<NumberSelection>({
  numbers: [],
  selected: new Set(),
  onSelect: () => {},
  onSelectAll: () => {},
  onUnblock: () => {},
})

export function useNumberSelection(): NumberSelection {
  return use(NumberSelectionContext)
}
