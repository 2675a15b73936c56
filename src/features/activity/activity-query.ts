import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ActivityFilter, ActivityPage, ActivitySort } from '../../../contract/activity.ts'
import { request } from '../../api/request.ts'
import { stringifySearch } from '../../ui/search-string.ts'
import { numberInterpretations } from '../blocklist/phone/number-search.ts'
import type { ActivitySearch } from './activity-search.ts'

/** The query parameters of a URL, without invalid ones. */
export function filterOf({ number, who, by, kind, from, to }: ActivitySearch): ActivityFilter {
  const { shape } = ActivityFilter
  return {
    number: numberInterpretations(number ?? '').at(0),
    who: shape.who.safeParse(who).data || undefined,
    by: shape.by.safeParse(by).data,
    kind: shape.kind.safeParse(kind).data,
    from: shape.from.safeParse(from).data,
    to: shape.to.safeParse(to).data,
  }
}

export function hasIncompleteNumber(search: ActivitySearch): boolean {
  return Boolean(search.number?.trim()) && filterOf(search).number === undefined
}

export function hasUnreadableDays(search: ActivitySearch): boolean {
  const { from, to } = filterOf(search)
  return Boolean(search.from && !from) || Boolean(search.to && !to)
}

export function activityQuery(search: ActivitySearch) {
  const { page, size } = search
  const filter = filterOf(search)
  const sort = ActivitySort.safeParse(search.sort).data
  return queryOptions({
    queryKey: ['activity', filter, { page, size, sort }],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = stringifySearch({ ...filter, sort, page, page_size: size })
      const answer = await request(ActivityPage, `/gateway/activity${query}`, { signal })
      // Rows stay on screen while the next page loads, so they keep their page number.
      return { ...answer, page }
    },
  })
}
