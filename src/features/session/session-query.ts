import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { Session } from '../../../contract/session.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'

export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: ({ signal }) => request(Session, '/gateway/session', { signal }),
  staleTime: 5 * 60_000,
  // Every page is made with it, also when there is no connection to ask for it again.
  gcTime: Number.POSITIVE_INFINITY,
})

/** After a 401: who is signed in has to be asked again. */
export function forgetSession(queryClient: QueryClient) {
  queryClient.removeQueries({ queryKey: queryKeys.session })
}
