import type { FailedEvent } from '../../../contract/failed-event.ts'
import { contentId } from '../../../contract/text/content-id.ts'
import { rawItems } from '../../../contract/text/json-reader.ts'
import type { IdentifiedEvent } from './event-identity.ts'

/**
 * Gives each event without an id an id from its content, and numbers events that share an id.
 *
 * @param text the answer that lists them
 */
export function identifyByContent(events: FailedEvent[], text: string): IdentifiedEvent[] {
  const texts = rawItems(text)
  const counts = new Map<string, number>()
  return events.map((event, index) => {
    const id = event.id ?? contentId(texts[index] ?? 'null')
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? { ...event, id } : { ...event, id, ordinal: count }
  })
}
