import type * as z from 'zod/mini'
import type { pageOf } from '../../../contract/pages/page.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { pageCount } from '../../format/page-count.ts'
import { Pager } from '../../ui/table/pager.tsx'
import type { PaginationControl } from '../../ui/table/pagination-feature.ts'
import type { TableModel } from '../../ui/table/use-table-model.ts'
import type { RunsSearch } from './run-search.ts'

/** A page of a list of the gateway. */
type ListedPage = z.output<ReturnType<typeof pageOf>> & { page: number }

type CountedPagerProps = {
  /** With `countedPages` as its `pagination`. */
  table: Pick<TableModel<never>, 'table'>
  listed: ListedPage
  /** The singular and the plural of the listed items. */
  nouns: [string, string]
}

/** The pager of a list of the gateway, which always has a count. */
export function CountedPager({ table, listed, nouns }: CountedPagerProps) {
  const { count, page } = listed
  return (
    <Pager
      table={table}
      summary={`${formatCount(count, ...nouns)}, page ${formatNumber(page)} of ${formatNumber(pageCount(page, listed))}`}
    />
  )
}

/** The page of a list of the gateway, in the URL. `listed` is undefined until it is loaded. */
export function countedPages<Search extends Pick<RunsSearch, 'page' | 'size'>>(
  listed: ListedPage | undefined,
  search: Search,
  onSearch: (search: Search) => void,
): PaginationControl {
  return {
    page: search.page,
    size: search.size,
    hasPrevious: listed?.previous != null,
    hasNext: listed?.next != null,
    onPage: to => onSearch({ ...search, ...to }),
  }
}
