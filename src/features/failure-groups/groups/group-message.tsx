import { useQueryClient } from '@tanstack/react-query'
import type { ListedEvent } from '../../../../contract/events.ts'
import type { EventsFilter } from '../../../../contract/events-filter.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { messageEvent } from '../../../../contract/message/message-event.ts'
import type { ListedMessageEvent } from '../../customer-message/events-message.tsx'
import { MessageButton } from '../../customer-message/message-button.tsx'
import { eventPayload, eventText } from '../../event/event-json.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { knownFailure } from '../../event/newest-evidence.ts'
import { placeOn } from '../../failed-events/drawer/event-steps.ts'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { fetchEvents, rangeParameters } from '../../range/events-query.ts'
import { pageOf } from '../../range/listed-row.ts'

/** How many other events may show that a cause is gone: the newest ones do. */
const MAX_EVIDENCE = 5_000

type GroupMessageProps = {
  list: FailedEventList
  range: DateRange
  /** The events that the message is about. */
  filter: EventsFilter
  obstacle: string | null
  isInTable?: boolean
  hasLabel?: boolean
}

/** Copies a message about the events of a group. */
export function GroupMessage({ list, range, filter, ...look }: GroupMessageProps) {
  const client = useQueryClient()
  return (
    <MessageButton
      {...look}
      list={list}
      events={async () => (await fetchEvents(filter)).map(aboutEvent)}
      evidence={async () => {
        const all = { ...rangeParameters(list, range), state: 'all' as const }
        return (await fetchEvents(all, MAX_EVIDENCE)).map(aboutEvent)
      }}
      loadPayload={async ({ listed }) => {
        if (listed === undefined) return undefined
        const page = await client.fetchQuery(failedEventsQuery(list, listed.page))
        const place = placeOn(page, listed.key)
        return place < 0 ? undefined : eventPayload(eventText(page.text, place))
      }}
    />
  )
}

function aboutEvent(event: ListedEvent): ListedMessageEvent {
  const { call, failed_at, outcome, receiver_url: url, state } = event
  const failure = knownFailure(
    { outcome: outcome && { ...outcome, cause: outcome.cause ?? null } },
    state,
  )
  return {
    ...messageEvent(
      { call, failed_at },
      {
        failure,
        url,
        deliveredAt: state?.state === 'delivered' ? state.at : null,
        isHandled: state?.state === 'handled',
      },
    ),
    listed: { key: event.key, page: pageOf(event) },
  }
}
