import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { MAX_EVENT_STATES_ASKED } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { describeError } from '../../../api/error-messages.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import * as uiMessages from '../../../ui/messages.ts'
import { notify } from '../../../ui/notification/notify.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import * as messages from './messages.ts'

type Change = { events: Pick<ReplayTarget, 'id' | 'failed_at'>[]; isHandled: boolean }

/**
 * Marks events as handled elsewhere, or as still missing again, for everybody on the account. A
 * message says what was marked and offers Undo.
 */
export function useHandledEvents(list: FailedEventList) {
  const queryClient = useQueryClient()
  const settle = () =>
    // Also after an error: some of them may be marked.
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.eventStates(list) }),
      queryClient.invalidateQueries({ queryKey: queryKeys.recoveredDays(list) }),
    ])
  const undo = (change: Change) =>
    sendChange(list, { ...change, isHandled: !change.isHandled })
      .then(() => notify({ text: formatMarked({ ...change, isHandled: !change.isHandled }) }))
      .catch((error: Error) => {
        const { title, message } = describeError(error)
        notify({
          text: messages.notUndone(title, message),
          action: { label: uiMessages.tryAgain, run: () => void undo(change) },
        })
      })
      .finally(settle)
  return useMutation({
    mutationFn: (change: Change) => sendChange(list, change),
    onSuccess: (_, change) =>
      notify({
        text: formatMarked(change),
        action: { label: messages.undo, run: () => void undo(change) },
      }),
    onSettled: settle,
  })
}

async function sendChange(list: FailedEventList, { events, isHandled }: Change): Promise<void> {
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
}

function formatMarked({ events, isHandled }: Change): string {
  return isHandled
    ? messages.markedAsHandled(events.length)
    : messages.markedAsMissing(events.length)
}
