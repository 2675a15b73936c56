import { UNKNOWN_RECEIVER } from '../../../contract/event/receiver-of.ts'
import { UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import { EVENTS_PATH, EventsPage, type NamedEvents } from '../../../contract/events.ts'
import { canBeDisproved } from '../../../contract/message/describe-causes.ts'
import {
  type Audience,
  listedMessageEvent,
  type MessageEvent,
  type Reader,
  receiverNames,
} from '../../../contract/message/message-event.ts'
import { request } from '../../api/request.ts'
import { eventPayload } from '../event/event-json.ts'
import { requestFullEvent, requestListedEvents } from '../event/request-events.ts'

/** The newest ones show whether a cause is gone. */
const MAX_EVIDENCE = '100'

/** The events in the gateway's copy, once it has read all of their days. */
export async function loadMessageEvents(
  asked: NamedEvents,
  signal: AbortSignal,
): Promise<MessageEvent[]> {
  const events = await requestListedEvents(asked, signal)
  return events.map(event => listedMessageEvent(asked.list, event))
}

/** The events that one reader may read about. */
export function ofReader(asked: NamedEvents, audience: Audience, { name }: Reader): NamedEvents {
  return audience === 'customer'
    ? { ...asked, company: name ?? UNKNOWN_COMPANY }
    : { ...asked, receiver: name ?? UNKNOWN_RECEIVER }
}

/** The newest events of the receivers whose causes may be gone. */
export async function loadEvidence(
  events: MessageEvent[],
  asked: NamedEvents[],
  signal: AbortSignal,
): Promise<MessageEvent[]> {
  const receivers = receiverNames(events.filter(canBeDisproved))
  const pages = asked.flatMap(({ list, from_date, to_date }) =>
    receivers.map(async receiver => {
      const query = { list, from_date, to_date, receiver, state: 'all', page_size: MAX_EVIDENCE }
      const path = `${EVENTS_PATH}?${new URLSearchParams(query)}`
      const { results } = await request(EventsPage, path, { signal })
      return results.map(event => listedMessageEvent(list, event))
    }),
  )
  return (await Promise.all(pages)).flat()
}

/** The payload of an event, as the service lists it now; undefined if it is not there any more. */
export async function loadPayload(
  { list, listed }: MessageEvent,
  signal: AbortSignal,
): Promise<unknown> {
  if (listed === null) return undefined
  const event = await requestFullEvent(list, listed, signal)
  return event === null ? undefined : eventPayload(event.text)
}
