import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  HandledEventsChanged,
  MAX_EVENT_STATES_ASKED,
  MAX_EVENTS_MARKED,
} from '../../../../contract/event-state.ts'
import { formatCount } from '../../../../contract/text/count.ts'
import { describeError } from '../../../api/error-messages.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import * as uiMessages from '../../../ui/messages.ts'
import { notify, type TransientMessage } from '../../../ui/notification/notify.ts'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import { namedTargets } from './named-targets.ts'
import type { SelectionScope } from './selection.ts'

type Change = { events: NamedTarget[]; isHandled: boolean }

type Changed = {
  /** The change without the events that were already like that or that a replay has delivered. */
  made: Change
  delivered: number
  notListed: number
}

/**
 * Marks events as handled elsewhere, or as still missing again, for everybody on the account. A
 * message says what was changed and offers Undo, which leaves earlier marks of other people alone.
 */
export function useHandledEvents({ list, from_date, to_date }: SelectionScope) {
  const scope = { list, from_date, to_date }
  const queryClient = useQueryClient()
  const settle = () =>
    // Also after an error: some of them may be marked.
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.eventStates(list) }),
      queryClient.invalidateQueries({ queryKey: queryKeys.recoveredDays(list) }),
      queryClient.invalidateQueries({ queryKey: queryKeys.readings(list) }),
    ])
  const undo = (change: Change) =>
    sendChange(scope, { ...change, isHandled: !change.isHandled })
      .then(changed => say(changed, change))
      .catch((error: Error) => {
        const { title, message } = describeError(error)
        notify({
          text: `Not undone. ${title}. ${message}`,
          action: { label: uiMessages.tryAgain, run: () => void undo(change) },
        })
      })
      .finally(settle)
  return useMutation({
    mutationFn: (change: Change) => sendChange(scope, change),
    onSuccess: (changed, change) =>
      say(changed, change, { label: 'Undo', run: () => void undo(changed.made) }),
    onSettled: settle,
  })
}

function say(changed: Changed, change: Change, action?: TransientMessage['action']) {
  const count = changed.made.events.length
  notify({
    text: formatChanged(changed, change),
    isSuccess: count > 0,
    action: count > 0 ? action : undefined,
  })
}

/** "3 events marked as handled. 1 was already handled, 2 were already delivered." */
function formatChanged({ made, delivered, notListed }: Changed, change: Change): string {
  const { isHandled } = made
  const count = made.events.length
  const unchanged = change.events.length - count - delivered - notListed
  const verb = (of: number) =>
    count === 0 ? formatCount(of, 'event was', 'events were') : formatCount(of, 'was', 'were')
  const others = [
    unchanged > 0 &&
      `${verb(unchanged)} ${isHandled ? 'already handled' : 'not marked as handled'}`,
    delivered > 0 && `${verb(delivered)} already delivered`,
    notListed > 0 && `${verb(notListed)} not found in the list any more`,
  ]
    .filter(part => part !== false)
    .join(', ')
  if (count === 0) return `Nothing was changed. ${others}.`
  const done = `${formatCount(count, 'event', 'events')} marked as ${isHandled ? 'handled' : 'still missing'}`
  return others === '' ? done : `${done}. ${others}.`
}

async function sendChange(scope: SelectionScope, { events, isHandled }: Change): Promise<Changed> {
  const path = isHandled ? '/gateway/handled-events' : '/gateway/handled-events/undo'
  const most = isHandled ? MAX_EVENTS_MARKED : MAX_EVENT_STATES_ASKED
  const changed: Changed = { made: { events: [], isHandled }, delivered: 0, notListed: 0 }
  for (let from = 0; from < events.length; from += most) {
    const part = events.slice(from, from + most)
    const answer = await request(HandledEventsChanged, path, {
      method: 'POST',
      body: isHandled
        ? { ...scope, events: namedTargets(part) }
        : { list: scope.list, event_ids: part.map(({ id }) => id) },
    })
    const ids = new Set(answer.changed)
    changed.made.events.push(...part.filter(({ id }) => ids.has(id)))
    changed.delivered += answer.delivered
    changed.notListed += answer.not_listed
  }
  return changed
}
