import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorWords } from '../../api/error-words.ts'
import { Notice } from '../../ui/notice.tsx'

type PageNotLoadedProps = {
  query: UseQueryResult<unknown>
  /** The page that was asked for. */
  asked: number
  /** The page whose rows are still shown. */
  shown: number
}

/** The rows below are of another page than the one that was asked for, which could not be loaded. */
export function PageNotLoaded({ query, asked, shown }: PageNotLoadedProps) {
  return (
    <Notice tone="bad">
      {errorWords(query.error).title}. Page {asked} could not be loaded, so this is still page{' '}
      {shown}.{' '}
      <Button
        size="compact-xs"
        variant="default"
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </Notice>
  )
}
