import type { FailedEvent } from '../../../contract/failed-event.ts'

/** An event, and what it is known by: the service's id, or where it gives none, its content. */
export type KnownEvent = FailedEvent & {
  id: string
  /** From 2 on: the how manieth of that id it is on its page. The first one has none. */
  twin?: number
}

/**
 * Makes events of a page known. What it takes for those without an id is loaded then.
 *
 * @param text the answer that they came in
 */
export async function knownEvents(events: FailedEvent[], text: string): Promise<KnownEvent[]> {
  const known = events.filter(hasId)
  if (new Set(known.map(({ id }) => id)).size === events.length) return known
  const { knownByContent } = await import('./known-by-content.ts')
  return knownByContent(events, text)
}

function hasId(event: FailedEvent): event is KnownEvent {
  return event.id !== null
}

/** What the address calls an event. */
export function eventKey({ id, twin }: KnownEvent): string {
  return twin === undefined ? id : `${id}~${twin}`
}
