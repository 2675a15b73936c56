import type { FullEvent } from '../../../../contract/event-page.ts'
import type { EventFields } from '../../../../contract/fields/read-event.ts'
import type { PageRequest } from '../../../../contract/pages/page-place.ts'
import { type PageOf, parsePage } from '../../replays/reading/parse-list-page.ts'
import { readItem } from './parse-shown-page.ts'

/**
 * Parses one page of a list of failed events.
 *
 * @throws BadAnswer if it can't be read
 */
export function parseFullPage(
  body: Uint8Array,
  at: PageRequest,
  fields: EventFields,
): PageOf<FullEvent & { id: string }> {
  return parsePage(body, at, (_item, text) => {
    const event = readItem(text, fields)
    return { id: event.id, event, text }
  })
}
