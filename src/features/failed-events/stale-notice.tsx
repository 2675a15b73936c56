import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorWords } from '../../api/error-words.ts'
import { Notice } from '../../ui/notice.tsx'
import { useTimes } from '../session/times.ts'

/** The rows below could not be refreshed, and are as they were. */
export function StaleNotice({ query }: { query: UseQueryResult<unknown> }) {
  const times = useTimes()
  const asOf = times.brief(new Date(query.dataUpdatedAt).toISOString())
  return (
    <Notice tone="bad">
      {errorWords(query.error).title}. What you see is from {asOf} {times.zone}.{' '}
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
