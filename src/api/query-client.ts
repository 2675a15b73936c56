import {
  MutationCache,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { ApiError, type ApiErrorKind } from './api-error.ts'

/** How many times a read that met a passing fault is tried again by itself. */
const RETRIES = 2
/** And one that a busy service put off. */
const WAITS = 8
/** When it asks for a longer wait than this, the person decides when to try again. */
const LONGEST_WAIT_SECONDS = 300
/** Where it doesn't say how long: longer each time. */
const FIRST_WAIT_SECONDS = 5
const LONGEST_OWN_WAIT_SECONDS = 60

declare module '@tanstack/react-query' {
  interface Register {
    /** `isSignIn`: a 401 then means a wrong token or a used link, not that a session ended. */
    mutationMeta: { isSignIn?: boolean }
  }
}

/**
 * The query cache: the one owner of what the server said.
 *
 * @param on.onSignedOut called for a 401 of any query or mutation
 * @param on.onOutdated called where one needed a part of Redial that a new version has replaced
 * @param on.whenReachable calls back once Redial, which could not be reached, can be again
 */
export function createQueryClient(on: {
  onSignedOut: () => void
  onOutdated: () => void
  whenReachable: (callback: () => void) => void
}): QueryClient {
  // What has come is shown in the frame that is next: a timer may wait behind one.
  notifyManager.setScheduler(queueMicrotask)
  let isWaiting = false
  // What could not be read is read again by itself; what is shown until then stays.
  const readWhenReachable = () => {
    if (isWaiting) return
    isWaiting = true
    on.whenReachable(() => {
      isWaiting = false
      const predicate = ({ state }: Query) => isOfKind(state.error, 'offline')
      void client.refetchQueries({ type: 'active', predicate })
    })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: error => {
        if (isOfKind(error, 'offline')) readWhenReachable()
        if (isOfKind(error, 'signed-out')) on.onSignedOut()
        if (isOfKind(error, 'outdated')) on.onOutdated()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (isOfKind(error, 'signed-out') && !mutation.meta?.isSignIn) on.onSignedOut()
        if (isOfKind(error, 'outdated')) on.onOutdated()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Failures are shown, with a button that tries again; a paused query would look like loading.
        networkMode: 'always',
        retry: (failures, error) => failures < retriesOf(error),
        retryDelay: (failures, error) => millisecondsToWait(failures, error),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

function isOfKind(error: unknown, kind: ApiErrorKind): boolean {
  return error instanceof ApiError && error.kind === kind
}

function retriesOf(error: unknown): number {
  if (!(error instanceof ApiError)) return 0
  if (error.kind === 'throttled') {
    return (error.retryAfter ?? 0) <= LONGEST_WAIT_SECONDS ? WAITS : 0
  }
  return error.kind === 'unavailable' || error.kind === 'cut-off' ? RETRIES : 0
}

function millisecondsToWait(failures: number, error: unknown): number {
  if (!(error instanceof ApiError) || error.kind !== 'throttled') return 400 * 2 ** failures
  const own = Math.min(FIRST_WAIT_SECONDS * 2 ** failures, LONGEST_OWN_WAIT_SECONDS)
  // Even "0" is no reason to ask without a pause.
  return Math.max(1, error.retryAfter ?? own) * 1000
}
