import type { ReplayRunItem } from '../../../contract/replay.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { isKnownByContent } from './content-identity.ts'

/** What a replayed event is called: the id that Redial makes of its content tells nobody anything. */
export function eventTitle({ event_id, call }: Pick<ReplayRunItem, 'event_id' | 'call'>): string {
  if (call?.company != null) return shownText(call.company)
  return isKnownByContent({ id: event_id }) ? 'Company not told' : shownText(`Event ${event_id}`)
}
