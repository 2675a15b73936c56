import { createContext, type ReactNode, use, useMemo } from 'react'
import type { EventsFilter } from '../../../../contract/events-filter.ts'
import {
  type ChangeOptions,
  changeList,
  filterOf,
  type ListProps,
  type ListSearch,
} from './list-search.ts'

type List = ListProps & {
  filter: EventsFilter
  /** As `changeList`. */
  change: (change: Partial<ListSearch>, options?: ChangeOptions) => void
}

const ListContext = createContext<List | null>(null)

export function ListProvider({ children, ...props }: ListProps & { children: ReactNode }) {
  const { list, search, onSearch } = props
  const filter = useMemo(() => filterOf({ list, search }), [list, search])
  const change: List['change'] = (change, options) =>
    onSearch(newest => changeList(newest, change), options)
  return <ListContext value={{ ...props, filter, change }}>{children}</ListContext>
}

/** The list of failed events on the page, with its address. */
export function useList(): List {
  const list = use(ListContext)
  if (list === null) throw new Error('There is no list of failed events around this component.')
  return list
}
