import { useMutation, useQueryClient } from '@tanstack/react-query'
import { HandledEventsChanged, MAX_EVENT_STATES_ASKED } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { describeError } from '../../../api/error-messages.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import * as uiMessages from '../../../ui/messages.ts'
import { notify, type TransientMessage } from '../../../ui/notification/notify.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import * as messages from './messages.ts'

type Change = { events: Pick<ReplayTarget, 'id' | 'failed_at'>[]; isHandled: boolean }

type Changed = {
  /** The change without the events that were already like that or that a replay has delivered. */
  made: Change
  delivered: number
}

/**
 * Marks events as handled elsewhere, or as still missing again, for everybody on the account. A
 * message says what was changed and offers Undo, which leaves earlier marks of other people alone.
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
      .then(changed => say(changed, change))
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
    onSuccess: (changed, asked) =>
      say(changed, asked, { label: messages.undo, run: () => void undo(changed.made) }),
    onSettled: settle,
  })
}

function say({ made, delivered }: Changed, asked: Change, action?: TransientMessage['action']) {
  const count = made.events.length
  const unchanged = asked.events.length - count - delivered
  notify({
    text: messages.marked({ isHandled: made.isHandled, count, unchanged, delivered }),
    isSuccess: count > 0,
    action: count > 0 ? action : undefined,
  })
}

async function sendChange(list: FailedEventList, { events, isHandled }: Change): Promise<Changed> {
  const path = isHandled ? '/gateway/handled-events' : '/gateway/handled-events/undo'
  const made: Change = { events: [], isHandled }
  let delivered = 0
  for (let from = 0; from < events.length; from += MAX_EVENT_STATES_ASKED) {
    const part = events.slice(from, from + MAX_EVENT_STATES_ASKED)
    const event_ids = part.map(({ id }) => id)
    const failed_at = part.map(event => event.failed_at)
    const answer = await request(HandledEventsChanged, path, {
      method: 'POST',
      body: { list, event_ids, failed_at },
    })
    const changed = new Set(answer.changed)
    made.events.push(...part.filter(({ id }) => changed.has(id)))
    delivered += answer.delivered
  }
  return { made, delivered }
}
