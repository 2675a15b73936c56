import { type ShownEvent, UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import type { ReplayRunItem } from '../../../contract/replay.ts'
import { shownText } from '../../../contract/text/shown-text.ts'

export function eventKey({ id, ordinal }: Pick<ShownEvent, 'id' | 'ordinal'>): string {
  return ordinal === undefined ? id : `${id}~${ordinal}`
}

/** Whether an event's id was made from its content and not by the service. */
export function hasContentId({ id }: Pick<ShownEvent, 'id'>): boolean {
  return /^content-[\da-f]{32}$/.test(id)
}

/** The title of a replayed event. An id that was made from content means nothing to people. */
export function eventTitle({ event_id, call }: Pick<ReplayRunItem, 'event_id' | 'call'>): string {
  if (call?.company != null) return shownText(call.company)
  return hasContentId({ id: event_id }) ? UNKNOWN_COMPANY : shownText(`Event ${event_id}`)
}
