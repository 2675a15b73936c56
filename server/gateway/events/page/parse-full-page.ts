import type { FullEvent } from '../../../../contract/event-page.ts'
import type { EventFields } from '../../../../contract/fields/read-event.ts'
import type { PageRequest } from '../../../../contract/pages/page-place.ts'
import { type PageOf, parsePage } from '../../replays/reading/parse-list-page.ts'
import { readItem } from './parse-shown-page.ts'

/** The events of a page with the same id. */
type AlikeEvents = { id: string; alike: FullEvent[] }

/**
 * Parses one page of a list of failed events.
 *
 * @throws BadAnswer if it can't be read
 */
export function parseFullPage(
  body: Uint8Array,
  at: PageRequest,
  fields: EventFields,
): PageOf<AlikeEvents> {
  const { events, ...page } = parsePage(body, at, (_item, text) => ({
    event: readItem(text, fields),
    text,
  }))
  const byId = Map.groupBy(events, ({ event }) => event.id)
  return { ...page, events: Array.from(byId, ([id, alike]) => ({ id, alike })) }
}
