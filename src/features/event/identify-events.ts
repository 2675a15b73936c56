import type { FailedEvent } from '../../../contract/failed-event.ts'
import { loadModule } from '../../api/connection.ts'
import type { IdentifiedEvent } from './event-identity.ts'

/**
 * Adds the identity to the events of a page. The code for events without an id is loaded on demand.
 *
 * @param text the answer that lists them
 */
export async function knownEvents(events: FailedEvent[], text: string): Promise<IdentifiedEvent[]> {
  const known = events.filter(hasId)
  if (new Set(known.map(({ id }) => id)).size === events.length) return known
  const { identifyByContent } = await loadModule(() => import('./content-identity.ts'))
  return identifyByContent(events, text)
}

function hasId(event: FailedEvent): event is IdentifiedEvent {
  return event.id !== null
}
