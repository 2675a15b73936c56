import { ExportMenu } from '../export/export-menu.tsx'
import { SavedViewsMenu } from '../saved-views/saved-views-menu.tsx'
import type { ListProps } from './list-search.ts'

/** What can be done with a list as a whole. */
export function ListActions({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  return (
    <>
      <SavedViewsMenu list={list} search={search} />
      <ExportMenu list={list} search={search} />
    </>
  )
}
