import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FIRST_PAGE, numbered, type PagePlace } from '../../../../contract/pages/page-place.ts'
import { lastPageBefore } from '../../../format/page-count.ts'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import type { ListProps } from '../../event/list/list-search.ts'
import { RequestFailure } from '../../request-errors/request-failure.tsx'
import { failedEventsQuery } from '../failed-events-query.ts'

type LastPageRedirectProps = Pick<ListProps, 'list' | 'search'> & {
  onPage: (place: PagePlace) => void
}

/** Shown for a page that no longer exists. It finds the last page and opens it. */
export function LastPageRedirect({ list, search, onPage }: LastPageRedirectProps) {
  const first = useQuery({ ...failedEventsQuery(list, { ...search, ...FIRST_PAGE }), staleTime: 0 })
  const last = first.data && !first.isFetching ? lastPageBefore(search.page, first.data) : undefined

  useEffect(() => {
    if (last !== undefined) onPage(numbered(last))
  }, [last, onPage])

  if (first.error && !first.isFetching) {
    return <RequestFailure error={first.error} onRetry={() => void first.refetch()} />
  }
  return <LoadingRows label="This page no longer exists. Looking for the last page…" />
}
