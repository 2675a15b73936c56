import type { FailedEvent } from '../../../contract/failed-event.ts'
import { rawElements } from '../../../contract/text/raw-value.ts'

/** Where an event stands in the text of its page: parsed, it has lost how its numbers were written. */
const places = new WeakMap<FailedEvent, { page: string; index: number }>()

/** The page that was cut up last: events are mostly asked about in the order of their pages. */
let last: { page: string; items: string[] } = { page: '', items: [] }

/** @param page the text of the answer that lists `events` */
export function keepTexts(events: FailedEvent[], page: string): void {
  events.forEach((event, index) => {
    places.set(event, { page, index })
  })
}

/** The event as the service wrote it, to the letter. @throws for one whose page was not kept */
export function textOf(event: FailedEvent): string {
  const place = places.get(event)
  if (place === undefined) throw new Error('The text of this event was not kept')
  if (last.page !== place.page) last = { page: place.page, items: itemsOf(place.page) }
  return last.items[place.index] ?? ''
}

function itemsOf(page: string): string[] {
  return rawElements(page, []) ?? rawElements(page, ['results']) ?? []
}
