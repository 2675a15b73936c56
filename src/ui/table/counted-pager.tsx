import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { pageCount } from '../../format/page-count.ts'
import type { PageSearch } from './page-search.ts'
import { Pager } from './pager.tsx'

type CountedPage<Row> = {
  count: number
  page: number
  previous: unknown
  next: unknown
  results: Row[]
}

type CountedPagerProps<Search> = {
  listed: CountedPage<unknown>
  /** The singular and the plural of the listed items. */
  nouns: [string, string]
  search: Search
  onSearch: (search: Search) => void
}

/** The pager of a list that always has a count: one of the gateway, or one that is loaded as a whole. */
export function CountedPager<Search extends Pick<PageSearch, 'page' | 'size'>>(
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

/** A page of loaded rows: the last one if there are fewer pages. */
export function pageOfRows<Row>(
  rows: Row[],
  search: Pick<PageSearch, 'page' | 'size'>,
): CountedPage<Row> {
  const { size } = search
  const last = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(search.page, last)
  return {
    count: rows.length,
    page,
    previous: page > 1 ? page - 1 : null,
    next: page < last ? page + 1 : null,
    results: rows.slice((page - 1) * size, page * size),
  }
}
