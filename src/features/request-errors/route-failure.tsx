import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { whenReachable } from '../../api/connection.ts'
import { reloadAsAsked } from '../../forms/reload.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { RequestFailure } from './request-failure.tsx'

/** Shown if a page in the shell throws, so that the screen is never blank. */
export function RouteFailure({ error }: ErrorComponentProps) {
  const router = useRouter()
  // Load the route's data again before rendering the page.
  const retry = () => void router.invalidate()
  const onReachable = useEffectEvent(retry)
  useEffect(() => {
    if (error instanceof ApiError && error.kind === 'offline') {
      return whenReachable(() => onReachable())
    }
  }, [error])
  // A thrown value need not be an Error.
  const ownMessage = error instanceof Error ? `The browser’s own message: “${error.message}”` : ''
  const reload = <PlainButton onClick={reloadAsAsked}>Reload the page</PlainButton>

  return (
    <>
      <title>Something went wrong · Redial</title>
      {error instanceof ApiError ? (
        <RequestFailure error={error} onRetry={retry}>
          {reload}
        </RequestFailure>
      ) : (
        <ErrorState
          title="Something went wrong"
          message={`The problem is in Redial, not in your data. Try again, or reload the page. ${ownMessage}`}
          onRetry={retry}
        >
          {reload}
        </ErrorState>
      )}
    </>
  )
}

/** The same for pages outside the shell, which have their own `main`. */
export function PageFailure(props: ErrorComponentProps) {
  return (
    <main>
      <RouteFailure {...props} />
    </main>
  )
}
