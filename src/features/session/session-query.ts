import { queryOptions } from '@tanstack/react-query'
import { Session } from '../../../contract/session.ts'
import { request } from '../../api/request.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request(Session, '/gateway/session', { signal }),
  staleTime: 5 * 60_000,
  // Every page needs it, even without a connection to load it again.
  gcTime: Number.POSITIVE_INFINITY,
})
