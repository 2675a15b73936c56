import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { MAX_EVENT_STATES_ASKED } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'

type Change = { events: Pick<ReplayTarget, 'id' | 'failed_at'>[]; isHandled: boolean }

/** Marks events as handled elsewhere, or as still missing again, for everybody on the account. */
export function useHandledEvents(list: FailedEventList) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ events, isHandled }: Change) => {
      const path = isHandled ? '/gateway/handled-events' : '/gateway/handled-events/undo'
      for (let from = 0; from < events.length; from += MAX_EVENT_STATES_ASKED) {
        const part = events.slice(from, from + MAX_EVENT_STATES_ASKED)
        const event_ids = part.map(({ id }) => id)
        const failed_at = part.map(event => event.failed_at)
        await request(z.unknown(), path, {
          method: 'POST',
          body: { list, event_ids, failed_at },
          expect: [204],
        })
      }
    },
    // Also after an error: some of them may be marked.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.eventStates(list) }),
        queryClient.invalidateQueries({ queryKey: queryKeys.settledDays(list) }),
      ]),
  })
}
