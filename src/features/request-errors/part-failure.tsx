import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { describeError } from '../../api/error-messages.ts'
import { reloadAsAsked, reloadKeepingInput } from '../../forms/kept-over-reload.ts'
import * as uiMessages from '../../ui/messages.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import * as messages from './messages.ts'
import classes from './part-failure.module.css'
import { useRetryWhenReachable } from './use-retry-when-reachable.ts'

type PartFailureProps = {
  error: unknown
  /** Replaces the message; the page is then never reloaded for the part. */
  instead: ReactNode | undefined
  /** The title of the page, if the part is all of it. */
  title: string | undefined
  /** Replaces the message while there is no connection. */
  whenOffline: ReactNode
  /** Closes the part, which opens over the page. */
  onClose: (() => void) | undefined
  /** Whether it then opens when Redial can be reached again. Otherwise it closes. */
  reopens: boolean | undefined
  /** Resolves after the retry. */
  onRetry: () => Promise<void>
}

/** Shown instead of a part of the page that could not be loaded. */
export function PartFailure(props: PartFailureProps) {
  const { error, instead, whenOffline, title, onClose, reopens, onRetry } = props
  const [isRetrying, setIsRetrying] = useState(false)
  const isOutdated = error instanceof ApiError && error.kind === 'outdated'
  const isOffline = error instanceof ApiError && error.kind === 'offline'
  const isOptional = instead !== undefined
  const retry = () => {
    setIsRetrying(true)
    void onRetry().finally(() => setIsRetrying(false))
  }

  useRetryWhenReachable(error, reopens ? onRetry : (onClose ?? onRetry))
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose?.()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    if (isOutdated && !isOptional) reloadKeepingInput()
  }, [isOutdated, isOptional])

  if (isOptional) return instead
  if (whenOffline != null && isOffline) return whenOffline
  return (
    <div
      className={onClose && classes.overPage}
      // The notice above the page would say the same (offline-notice.module.css).
      data-unreachable={(title !== undefined && isOffline) || undefined}
    >
      {title !== undefined && <PageHeader title={title} />}
      <ErrorState
        {...describeError(error)}
        onRetry={isOutdated ? undefined : retry}
        isRetrying={isRetrying}
      >
        {isOutdated && <PlainButton onClick={reloadAsAsked}>{messages.reloadPage}</PlainButton>}
        {onClose && <PlainButton onClick={onClose}>{uiMessages.close}</PlainButton>}
      </ErrorState>
    </div>
  )
}
