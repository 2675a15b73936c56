import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** How many times a read that met no answer or a server's fault is tried again by itself. */
const RETRIES = 2

/** The query cache: the one owner of what the server said. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Failures are shown, with a button that tries again; a paused query would look like loading.
      networkMode: 'always',
      retry: (failures, error) => failures < RETRIES && isPassing(error),
      retryDelay: attempt => 400 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
})

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'unavailable'
}
