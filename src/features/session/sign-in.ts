import type { QueryClient } from '@tanstack/react-query'
import { Session } from '../../../contract/session.ts'
import type { SignIn } from '../../../contract/sign-in.ts'
import { request } from '../../api/request.ts'
import { sessionQuery } from './session-query.ts'

/** @throws ApiError of kind `signed-out` if the token is wrong or the link was used before */
export function signIn(body: SignIn): Promise<Session> {
  return request(Session, '/gateway/session', { method: 'POST', body })
}

/** Starts `session` with an empty cache, so that no data of another account remains. */
export function startSession(queryClient: QueryClient, session: Session) {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
}
