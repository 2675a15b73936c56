import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  HandledEventsChanged,
  MAX_EVENT_STATES_ASKED,
  MAX_EVENTS_MARKED,
} from '../../../../contract/event-state.ts'
import { formatCount } from '../../../../contract/text/count.ts'
import { errorText } from '../../../api/error-messages.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { NamedTarget } from '../../event/list/replay-target.ts'
import { namedTargets, type SelectionScope } from './selection.tsx'

type Change = {
  events: NamedTarget[]
  isHandled: boolean
  /** Whether it takes back an earlier change. */
  isUndo?: boolean
}

type Changed = {
  /** The change without the events that were already like that or that a replay has delivered. */
  made: Change
  delivered: number
  notListed: number
}

/**
 * Marks events as handled elsewhere, or as still missing again, for everybody on the account. A
 * message says what was changed and offers Undo, which leaves earlier marks of other people alone, or says why
 * that failed.
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
  const mutation = useMutation({
    mutationFn: (change: Change) => sendChange(scope, change),
    onSuccess: (changed, change) => {
      const { made } = changed
      const undo = () => mutation.mutate({ ...made, isHandled: !made.isHandled, isUndo: true })
      const isSuccess = made.events.length > 0
      notify({
        text: formatChanged(changed, change),
        isSuccess,
        action: isSuccess && !change.isUndo ? { label: 'Undo', run: undo } : undefined,
      })
    },
    onError: (error, change) => {
      // A part of several may be marked.
      const rest = change.events.length === 1 ? ' Nothing was changed.' : ''
      notify({
        text: change.isUndo ? `Not undone. ${errorText(error)}` : `${errorText(error)}${rest}`,
        isSuccess: false,
        action: { label: 'Try again', run: () => mutation.mutate(change) },
      })
    },
    onSettled: settle,
  })
  return mutation
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

const MARK = 'Mark as handled'

type HandleEventsProps = {
  size: 'xs' | 'sm'
  scope: SelectionScope
  events: NamedTarget[]
  /** Whether to mark them as handled, or as still missing. */
  isHandled?: boolean
  /** How many of them are not in the filtered list on screen. */
  outside?: number
}

/**
 * Marks events as handled in another way than by a replay. Selected ones stay selected. Asks first if some of
 * them are not on screen.
 */
export function HandleEvents({
  size,
  scope,
  events,
  isHandled = true,
  outside = 0,
}: HandleEventsProps) {
  const change = useHandledEvents(scope)
  const [isAsking, setAsking] = useState(false)
  const mark = () => change.mutate({ events, isHandled })
  return (
    <>
      <PlainButton
        data-size={size}
        isLoading={change.isPending}
        onClick={outside > 0 ? () => setAsking(true) : mark}
      >
        {isHandled ? MARK : 'Mark as still missing'}
      </PlainButton>
      {isAsking && (
        <ConfirmDialog
          title={`Mark ${formatCount(events.length, 'event', 'events')} as handled?`}
          confirm={MARK}
          onConfirm={mark}
          onClose={() => setAsking(false)}
        >
          {outside === events.length
            ? 'None of them is'
            : `${formatCount(outside, 'of them is', 'of them are')} not`}{' '}
          in this list, because of its search or filters.
        </ConfirmDialog>
      )}
    </>
  )
}
