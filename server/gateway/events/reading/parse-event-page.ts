import { type EventFields, readEvent } from '../../../../contract/fields/read-event.ts'
import type { PageRequest } from '../../../../contract/pages/page-place.ts'
import {
  identityOf,
  type PageOf,
  parsePage,
  withAllDigits,
} from '../../replays/reading/parse-list-page.ts'
import { type EventFacts, eventFacts } from './event-facts.ts'

/**
 * Parses one page of a list of failed events.
 *
 * @throws BadAnswer if it can't be read
 */
export function parseEventPage(
  body: Uint8Array,
  at: PageRequest,
  fields: EventFields,
): PageOf<EventFacts> {
  return parsePage(body, at, (item, text) => {
    const event = readEvent(withAllDigits(item, text), fields)
    return eventFacts(event, identityOf(event, text, fields))
  })
}
