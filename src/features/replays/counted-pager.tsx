import type * as z from 'zod/mini'
import type { pageOf } from '../../../contract/pages/page.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { pageCount } from '../../format/page-count.ts'
import { Pager } from '../../ui/table/pager.tsx'
import type { RunsSearch } from './run-search.ts'

type CountedPagerProps<Search> = {
  listed: z.output<ReturnType<typeof pageOf>> & { page: number }
  /** The singular and the plural of the listed items. */
  nouns: [string, string]
  search: Search
  onSearch: (search: Search) => void
}

/** The pager of a list of the gateway, which always has a count. */
export function CountedPager<Search extends Pick<RunsSearch, 'page' | 'size'>>(
  props: CountedPagerProps<Search>,
) {
  const { listed, nouns, search, onSearch } = props
  const { count, page, previous, next } = listed
  return (
    <Pager
      pages={{
        page: search.page,
        size: search.size,
        hasPrevious: previous != null,
        hasNext: next != null,
        onPage: to => onSearch({ ...search, ...to }),
      }}
      summary={`${formatCount(count, ...nouns)}, page ${formatNumber(page)} of ${formatNumber(pageCount(page, listed))}`}
    />
  )
}
