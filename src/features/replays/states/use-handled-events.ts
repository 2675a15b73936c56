import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { MAX_EVENT_STATES_ASKED } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'

type Change = { ids: string[]; isHandled: boolean }

/** Marks events as handled elsewhere, or as still missing again, for everybody on the account. */
export function useHandledEvents(list: FailedEventList) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, isHandled }: Change) => {
      const path = isHandled ? '/gateway/handled-events' : '/gateway/handled-events/undo'
      for (let from = 0; from < ids.length; from += MAX_EVENT_STATES_ASKED) {
        const event_ids = ids.slice(from, from + MAX_EVENT_STATES_ASKED)
        await request(z.unknown(), path, {
          method: 'POST',
          body: { list, event_ids },
          expect: [204],
        })
      }
    },
    // Also after an error: some of them may be marked.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.eventStates(list) }),
  })
}
