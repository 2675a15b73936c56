import type { ReplayRunItem } from '../../../contract/replay.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { hasContentId } from './event-identity.ts'

/**
 * The title of a replayed event. An id that was made from content means nothing to people.
 */
export function eventTitle({ event_id, call }: Pick<ReplayRunItem, 'event_id' | 'call'>): string {
  if (call?.company != null) return shownText(call.company)
  return hasContentId({ id: event_id }) ? 'Unknown company' : shownText(`Event ${event_id}`)
}
