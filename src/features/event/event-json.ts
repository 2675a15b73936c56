import type { FailedEvent } from '../../../contract/failed-event.ts'
import { rawElements, rawItems, rawMembers, rawValue } from '../../../contract/text/json-reader.ts'

/**
 * The exact JSON of one event in the answer of its list. Parsed JSON doesn't say how numbers were
 * written.
 *
 * @param pageText the whole answer
 * @param index the event's position on the page
 */
export function eventText(pageText: string, index: number): string {
  return rawItems(pageText)[index] ?? ''
}

/**
 * The exact JSON of one attempt, whether attempts are a list, an object of them or only one.
 *
 * @param path the path of the attempts in the event
 * @param index the attempt's position in the service's order
 */
export function attemptText(event: string, path: (string | number)[], index: number): string {
  const attempts = rawValue(event, path) ?? 'null'
  if (attempts.startsWith('[')) return rawElements(attempts)?.[index] ?? 'null'
  const named = [...(rawMembers(attempts)?.values() ?? [])]
  const isList = named.every(value => value.startsWith('{'))
  return isList ? (named[index] ?? 'null') : attempts
}

export function fieldsText(event: string, names: string[]): string {
  const fields = names.map(name => `${JSON.stringify(name)}: ${rawValue(event, [name])}`)
  return `{${fields.join(', ')}}`
}

/** Where each event is in the text of its page. Parsing loses how its numbers were written. */
const positions = new WeakMap<FailedEvent, { page: string; index: number }>()

/** The page that was split last, because events are mostly read in the order of their pages. */
let last: { page: string; items: string[] } = { page: '', items: [] }

/** @param page the text of the answer that lists `events` */
export function keepTexts(events: FailedEvent[], page: string): void {
  events.forEach((event, index) => {
    positions.set(event, { page, index })
  })
}

/** The exact JSON of an event. @throws if its page was not kept */
export function originalText(event: FailedEvent): string {
  const position = positions.get(event)
  if (position === undefined) throw new Error('The text of this event was not kept')
  if (last.page !== position.page) last = { page: position.page, items: rawItems(position.page) }
  return last.items[position.index] ?? ''
}

/** The exact JSON of one page of a list that the service answered as a whole. */
export function partOfList(text: string, { page, size }: { page: number; size: number }): string {
  return `[${rawItems(text)
    .slice((page - 1) * size, page * size)
    .join(',')}]`
}
