import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorWords } from '../../api/error-messages.ts'
import { Notice } from '../../ui/notice.tsx'

type FailedReadNoticeProps = {
  query: UseQueryResult<unknown>
  /** What is shown in the meantime. */
  children: ReactNode
}

/** Why a read failed, above what was read before, with a button that tries again. */
export function FailedReadNotice({ query, children }: FailedReadNoticeProps) {
  return (
    <Notice tone="bad">
      {errorWords(query.error).title}. {children}{' '}
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
