import { createContext, use } from 'react'
import type { ListProps } from './list-search.ts'

/** The list of failed events on the page, with its address. */
export const ListContext = createContext<ListProps | null>(null)

export function useList(): ListProps {
  const list = use(ListContext)
  if (list === null) throw new Error('There is no list of failed events around this component.')
  return list
}
