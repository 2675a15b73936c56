import { IconAlertTriangle, IconHourglass, IconLock, IconWifiOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { describeError } from '../../api/error-messages.ts'
import { ErrorState } from '../../ui/states/states.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { lazyPart } from './lazy-part.tsx'

const RawAnswer = lazyPart(() => import('./raw-answer.tsx'), { instead: () => null })

type AnswerOfProps = { error: unknown; place?: 'page' | 'card' }

type RequestFailureProps = {
  error: unknown
  about?: 'blocklist' | 'other'
  onRetry?: () => void
  isRetrying?: boolean
  children?: ReactNode
}

export function RequestFailure({ error, about, ...rest }: RequestFailureProps) {
  return (
    <>
      <ErrorState
        icon={iconOf(error)}
        reference={error instanceof ApiError ? error.reference : null}
        {...describeError(error, about)}
        {...rest}
      />
      <AnswerOf error={error} />
    </>
  )
}

type QueryFailureProps = Pick<RequestFailureProps, 'about' | 'children'> & {
  query: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>
}

/** The same for a query, with a button that tries it again. */
export function QueryFailure({ query, ...rest }: QueryFailureProps) {
  const { error, isFetching, refetch } = query
  return (
    <RequestFailure
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      {...rest}
    />
  )
}

type QueryWithoutDataProps = QueryFailureProps & { label: string; rows?: number }

/** What is shown instead of the data: that it loads, or why it could not be loaded. */
export function QueryWithoutData({ label, rows, ...rest }: QueryWithoutDataProps) {
  if (rest.query.error) return <QueryFailure {...rest} />
  return <LoadingRows label={label} rows={rows} />
}

function iconOf(error: unknown): ReactNode {
  const kind = error instanceof ApiError ? error.kind : null
  if (kind === 'offline') return <IconWifiOff size={22} aria-hidden />
  if (kind === 'forbidden' || kind === 'signed-out') return <IconLock size={22} aria-hidden />
  if (kind === 'throttled') return <IconHourglass size={22} aria-hidden />
  return <IconAlertTriangle size={22} aria-hidden />
}

/** Shows the answer behind an error if Redial did not understand it. */
export function AnswerOf({ error, place = 'page' }: AnswerOfProps) {
  if (!(error instanceof ApiError) || error.answer === null) return null
  return (
    <Suspense fallback={null}>
      <RawAnswer text={error.answer} place={place} />
    </Suspense>
  )
}
