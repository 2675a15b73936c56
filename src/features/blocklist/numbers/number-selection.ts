import { createContext, use } from 'react'

export type NumberSelection = {
  /** The listed numbers that are selected. */
  numbers: string[]
  selected: ReadonlySet<string>
  onSelect: (number: string, isSelected: boolean) => void
  /** Selects all listed numbers or none. */
  onSelectAll: (isSelected: boolean) => void
  onUnblock: (number: string) => void
}

/**
 * Gives the selection to the cells, so that the columns stay the same objects. The selection is a
 * set: copying a record of up to 100,000 numbers at each click would be slow.
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
