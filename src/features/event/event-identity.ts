import { UNKNOWN_COMPANY } from '../../../contract/event/call-fields.ts'
import type { FailedEvent } from '../../../contract/failed-event.ts'
import type { ReplayRunItem } from '../../../contract/replay.ts'
import { shownText } from '../../../contract/text/shown-text.ts'

/** An event with its identity: the service's id or, if there is none, an id from its content. */
export type IdentifiedEvent = FailedEvent & {
  id: string
  /** Ordinal among events with the same id on the page, from 2; absent on the first. */
  ordinal?: number
}

export function eventKey({ id, ordinal }: IdentifiedEvent): string {
  return ordinal === undefined ? id : `${id}~${ordinal}`
}

/** Whether an event's id was made from its content and not by the service. */
export function hasContentId({ id }: Pick<IdentifiedEvent, 'id'>): boolean {
  return /^content-[\da-f]{32}$/.test(id)
}

/** The title of a replayed event. An id that was made from content means nothing to people. */
export function eventTitle({ event_id, call }: Pick<ReplayRunItem, 'event_id' | 'call'>): string {
  if (call?.company != null) return shownText(call.company)
  return hasContentId({ id: event_id }) ? UNKNOWN_COMPANY : shownText(`Event ${event_id}`)
}
