import type * as z from 'zod/mini'
import type { pageOf } from '../../../contract/pages/page.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { pageCount } from '../../format/page-count.ts'
import { Pager } from '../../ui/table/pager.tsx'
import type { RunsSearch } from './run-search.ts'

type CountedPagerProps<Search extends RunsSearch> = {
  listed: z.output<ReturnType<typeof pageOf>> & { page: number }
  /** The singular and the plural of the listed items. */
  nouns: [string, string]
  search: Search
  onSearch: (search: Search) => void
}

/** The pager of a list of the gateway, which always has a count. */
export function CountedPager<Search extends RunsSearch>(props: CountedPagerProps<Search>) {
  const { listed, nouns, search, onSearch } = props
  const { count, page } = listed
  return (
    <Pager
      summary={`${formatCount(count, ...nouns)}, page ${formatNumber(page)} of ${formatNumber(pageCount(page, listed))}`}
      hasPrevious={listed.previous !== null}
      hasNext={listed.next !== null}
      onPrevious={() => onSearch({ ...search, page: Math.max(1, search.page - 1) })}
      onNext={() => onSearch({ ...search, page: search.page + 1 })}
      size={search.size}
      onSize={size => onSearch({ ...search, size, page: 1 })}
    />
  )
}
