import {
  MutationCache,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { SKELETON_ID } from '../../contract/document-data.ts'
import { ApiError, type ApiErrorKind } from './api-error.ts'
import { PAGE_POLICY, retryWait } from './retries.ts'

/** The longest time from a loader's request to the first render of its page. */
const JUST_NOW_MS = 2_000

declare module '@tanstack/react-query' {
  interface Register {
    /** `isSignIn`: a 401 then means a wrong token or a used link, not that a session ended. */
    mutationMeta: { isSignIn?: boolean }
  }
}

/**
 * The query cache, which owns all data from the server.
 *
 * @param on.onSignedOut called for a 401 of any query or mutation, which then changed nothing
 * @param on.whenReachable calls back when Redial can be reached again
 */
export function createQueryClient(on: {
  onSignedOut: (refused: 'query' | 'mutation') => void
  whenReachable: (callback: () => void) => void
}): QueryClient {
  // Flush cache updates in a microtask: the default timer can miss a frame.
  notifyManager.setScheduler(queueMicrotask)
  let isWaiting = false
  // Queries that failed offline are refetched when Redial can be reached. Until then they keep their data.
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
        if (isOfKind(error, 'signed-out')) on.onSignedOut('query')
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (isOfKind(error, 'signed-out') && !mutation.meta?.isSignIn) on.onSignedOut('mutation')
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A paused query would look like loading. Failures are shown with a button that retries.
        networkMode: 'always',
        // The page reuses the request that its loader made a moment ago.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > JUST_NOW_MS,
        retry: (failures, error) => pageRetryWait(failures, error) !== null,
        retryDelay: (failures, error) => pageRetryWait(failures, error) ?? 0,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

function isOfKind(error: unknown, kind: ApiErrorKind): boolean {
  return error instanceof ApiError && error.kind === kind
}

/** TanStack Query counts failures of all kinds together. */
function pageRetryWait(failures: number, error: unknown): number | null {
  return retryWait(error, { faults: failures, throttled: failures }, PAGE_POLICY)
}

/**
 * Prefetches data while the code of a page loads. If that fails, the page requests it again and
 * shows the error.
 */
export function prefetch(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}

/** A first page whose data takes longer is drawn without it. */
const MAX_WAIT_FOR_FIRST_DATA_MS = 1_000

/**
 * Prefetches data as `prefetch` does. While the document shows its skeleton, the page waits for this data, so that it
 * is drawn once. It doesn't wait for a document that still waits for a service, nor after a failure, which it
 * explains. Later pages don't wait.
 */
export function prefetchForPage(
  client: QueryClient,
  load: () => Promise<unknown>,
): Promise<unknown> | undefined {
  const loaded = load().catch(() => undefined)
  const isFirst = document.getElementById(SKELETON_ID) !== null
  if (!isFirst || document.readyState === 'loading') return undefined
  return new Promise(resolve => {
    const unsubscribe = client.getQueryCache().subscribe(({ query }) => {
      if (query.state.fetchFailureCount > 0) draw()
    })
    const draw = () => {
      unsubscribe()
      resolve(undefined)
    }
    setTimeout(draw, MAX_WAIT_FOR_FIRST_DATA_MS)
    void loaded.then(draw)
  })
}
