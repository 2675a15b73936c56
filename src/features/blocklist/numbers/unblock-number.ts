import { createContext, use } from 'react'

/** Gives the action to the cells, so that the columns stay the same objects. */
export const UnblockNumberContext = createContext<(number: string) => void>(() => {})

/** Asks whether to unblock a number. */
export function useUnblockNumber(): (number: string) => void {
  return use(UnblockNumberContext)
}
