import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Session, type SignIn } from '../../../contract/session.ts'
import { request } from '../../api/request.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request(Session, '/gateway/session', { signal }),
  staleTime: 5 * 60_000,
  // Every page is made with it, also when there is no connection to ask for it again.
  gcTime: Number.POSITIVE_INFINITY,
})

/** @throws ApiError of kind `signed-out` where the token is wrong or the link was used before */
export function signIn(body: SignIn): Promise<Session> {
  return request(Session, '/gateway/session', { method: 'POST', body })
}

export function signOut(): Promise<unknown> {
  return request(z.unknown(), '/gateway/session', { method: 'DELETE', expect: [204] })
}

/** Ends this session and all others with the same token. */
export function signOutEverywhere(): Promise<unknown> {
  return request(z.unknown(), '/gateway/sessions', { method: 'DELETE', expect: [204] })
}

/** Starts afresh with `session`: nothing that another account was shown stays in the cache. */
export function startSession(queryClient: QueryClient, session: Session) {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** After a 401: who is signed in has to be asked again. */
export function forgetSession(queryClient: QueryClient) {
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
}
