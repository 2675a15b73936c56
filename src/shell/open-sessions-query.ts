import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { OpenSessions } from '../../contract/open-sessions.ts'
import { queryKeys } from '../api/query-keys.ts'
import { request } from '../api/request.ts'

export const openSessionsQuery = queryOptions({
  queryKey: queryKeys.openSessions,
  queryFn: ({ signal }) => request(OpenSessions, '/gateway/sessions', { signal }),
  // Refetched each time the menu opens, so that the list is current.
  staleTime: 0,
})

/** Ends one of these sessions. A session that has already ended counts as ended. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      request(z.unknown(), `/gateway/sessions/${id}`, { method: 'DELETE', expect: [204, 404] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: openSessionsQuery.queryKey }),
  })
}
