import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { OpenSessions } from '../../contract/open-sessions.ts'
import { queryKeys } from '../api/query-keys.ts'
import { request } from '../api/request.ts'

export const openSessionsQuery = queryOptions({
  queryKey: queryKeys.openSessions,
  queryFn: ({ signal }) => request(OpenSessions, '/gateway/sessions', { signal }),
  // Each time the menu opens: what is about to be ended should be there.
  staleTime: 0,
})

/** One that has ended by itself is as good as ended. */
export function endSession(id: string): Promise<unknown> {
  return request(z.unknown(), `/gateway/sessions/${id}`, { method: 'DELETE', expect: [204, 404] })
}
