import type { UseQueryResult } from '@tanstack/react-query'
import { FailedReadNotice } from '../../request-errors/request-notices.tsx'

type PageNotLoadedProps = {
  query: UseQueryResult<unknown>
  page: number
  /** The page whose rows are still shown. */
  shown: number
}

/** Says that the requested page could not be loaded, and that the rows below are of another one. */
export function PageNotLoaded({ query, page, shown }: PageNotLoadedProps) {
  return (
    <FailedReadNotice query={query}>
      Page {page} could not be loaded, so this is still page {shown}.
    </FailedReadNotice>
  )
}
