import { IconAlertTriangle, IconHourglass, IconLock, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { describeError } from '../../api/error-messages.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { AnswerOf } from './answer-of.tsx'

type RequestFailureProps = {
  error: unknown
  about?: 'blocklist' | 'other'
  onRetry?: () => void
  isRetrying?: boolean
  /** Actions other than a retry. */
  children?: ReactNode
}

/** Shown instead of the data of a request that failed. */
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

function iconOf(error: unknown): ReactNode {
  const kind = error instanceof ApiError ? error.kind : null
  if (kind === 'offline') return <IconWifiOff size={22} aria-hidden />
  if (kind === 'forbidden' || kind === 'signed-out') return <IconLock size={22} aria-hidden />
  if (kind === 'throttled') return <IconHourglass size={22} aria-hidden />
  return <IconAlertTriangle size={22} aria-hidden />
}
