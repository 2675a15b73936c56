import { z } from 'zod'
import { shownEvent } from '../../../../contract/event/shown-event.ts'
import type { ShownEvent, ShownPage } from '../../../../contract/event-page.ts'
import { type EventFields, readEvent } from '../../../../contract/fields/read-event.ts'
import { pageOrListOf } from '../../../../contract/pages/page.ts'
import type { PageRequest } from '../../../../contract/pages/page-place.ts'
import { parseLenient } from '../../../../contract/text/json-reader.ts'
import { identityOf, withAllDigits } from '../../replays/reading/parse-list-page.ts'
import { type ListText, listIn } from '../../upstream/json-list.ts'

export type PlaceOfPage = PageRequest & { size: number }

export type ParsedPage = {
  /** null if the answer is no list. */
  page: Omit<ShownPage, 'missing_columns' | 'states'> | null
  /** The answer, or the part of it that lists the page. */
  text: string
}

/**
 * Reads one page of a list of failed events for the dashboard. It reads whatever a browser could: bytes that aren't
 * UTF-8 and values of any size or depth, because one odd event must not hide the others.
 *
 * @param at the page, and how many events a page has if the service lists them all at once
 */
export function parseShownPage(body: Uint8Array, at: PlaceOfPage, fields: EventFields): ParsedPage {
  const text = new TextDecoder().decode(body)
  const list = listOrNull(text)
  const page = list && pageOrListOf(z.number(), at, at.size).safeParse(list.envelope).data
  if (!list || !page) return { page: null, text }
  const { count, next, previous, isFirst: is_first, isCut } = page
  const items = page.results.map(place => list.items[place] ?? 'null')
  const results = withOrdinals(items.map(item => readItem(item, fields)))
  return {
    page: { count, next, previous, is_first, results },
    text: isCut ? `[${items.join(',')}]` : text,
  }
}

function listOrNull(text: string): ListText | null {
  try {
    return listIn(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** @param text of an item, exactly as the service sends it */
export function readItem(text: string, fields: EventFields): ShownEvent {
  const item = withAllDigits(parseLenient(text), text)
  const event = readEvent(item, fields)
  return shownEvent(event, identityOf(event, text, fields))
}

function withOrdinals(events: ShownEvent[]): ShownEvent[] {
  const counts = new Map<string, number>()
  return events.map(event => {
    const ordinal = (counts.get(event.id) ?? 0) + 1
    counts.set(event.id, ordinal)
    return ordinal === 1 ? event : { ...event, ordinal }
  })
}
