import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** How many times a read that met a passing fault is tried again by itself. */
const RETRIES = 2
/** When a busy service asks for a longer wait than this, the person decides when to try again. */
const LONGEST_WAIT_SECONDS = 60
const WAIT_WHEN_NOT_TOLD_SECONDS = 5

declare module '@tanstack/react-query' {
  interface Register {
    /** `isSignIn`: a 401 then means a wrong token or a used link, not that a session ended. */
    mutationMeta: { isSignIn?: boolean }
  }
}

/**
 * The query cache: the one owner of what the server said.
 *
 * @param onSignedOut called for a 401 of any query or mutation
 */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: error => {
        if (isSignedOut(error)) onSignedOut()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (isSignedOut(error) && !mutation.meta?.isSignIn) onSignedOut()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Failures are shown, with a button that tries again; a paused query would look like loading.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && isPassing(error),
        retryDelay: (attempt, error) => millisecondsToWait(attempt, error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'signed-out'
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.kind === 'throttled') return secondsAsked(error) <= LONGEST_WAIT_SECONDS
  return error.kind === 'unavailable'
}

function millisecondsToWait(attempt: number, error: unknown): number {
  if (error instanceof ApiError && error.kind === 'throttled') return secondsAsked(error) * 1000
  return 400 * 2 ** attempt
}

function secondsAsked(error: ApiError): number {
  return error.retryAfter ?? WAIT_WHEN_NOT_TOLD_SECONDS
}
