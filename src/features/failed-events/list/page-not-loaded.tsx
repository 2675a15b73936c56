import type { UseQueryResult } from '@tanstack/react-query'
import { FailedReadNotice } from '../../request-errors/request-notices.tsx'
import * as messages from '../messages.ts'

type PageNotLoadedProps = {
  query: UseQueryResult<unknown>
  asked: number
  /** The page whose rows are still shown. */
  shown: number
}

/** Says that the requested page could not be loaded, and that the rows below are of another one. */
export function PageNotLoaded({ query, asked, shown }: PageNotLoadedProps) {
  return <FailedReadNotice query={query}>{messages.pageNotLoaded(asked, shown)}</FailedReadNotice>
}
