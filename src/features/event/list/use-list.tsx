import { createContext, type ReactNode, use, useMemo } from 'react'
import type { EventsFilter } from '../../../../contract/events-filter.ts'
import { filterOf, type ListProps } from './list-search.ts'

type List = ListProps & { filter: EventsFilter }

const ListContext = createContext<List | null>(null)

export function ListProvider({ children, ...props }: ListProps & { children: ReactNode }) {
  const { list, search } = props
  const filter = useMemo(() => filterOf({ list, search }), [list, search])
  return <ListContext value={{ ...props, filter }}>{children}</ListContext>
}

/** The list of failed events on the page, with its address. */
export function useList(): List {
  const list = use(ListContext)
  if (list === null) throw new Error('There is no list of failed events around this component.')
  return list
}
