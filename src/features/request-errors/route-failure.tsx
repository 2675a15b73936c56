import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { reloadAsAsked } from '../../forms/kept-over-reload.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { RequestFailure } from './request-failure.tsx'
import { useRetryWhenReachable } from './use-retry-when-reachable.ts'

/** The last resort of a page in the shell, when it breaks or can't be made: never a blank screen. */
export function RouteFailure({ error }: ErrorComponentProps) {
  const router = useRouter()
  // Asks again for what the route needs, and only then draws the page anew.
  const retry = useCallback(() => void router.invalidate(), [router])
  useRetryWhenReachable(error, retry)
  const reload = (
    <Button variant="subtle" onClick={reloadAsAsked}>
      Load the page again
    </Button>
  )

  return (
    <>
      <title>Something went wrong · Redial</title>
      {error instanceof ApiError ? (
        <RequestFailure error={error} onRetry={retry}>
          {reload}
        </RequestFailure>
      ) : (
        <ErrorState
          title="This page broke"
          message={`That is a fault of Redial, not of your data. Try again, or load the page again. ${browserWords(error)}`}
          onRetry={retry}
        >
          {reload}
        </ErrorState>
      )}
    </>
  )
}

/** The same where there is no shell around it, whose `main` it would stand in. */
export function PageFailure(props: ErrorComponentProps) {
  return (
    <main>
      <RouteFailure {...props} />
    </main>
  )
}

/** A thrown value need not be an Error. */
function browserWords(error: unknown): string {
  return error instanceof Error ? `The browser says: “${error.message}”` : ''
}
