import { z } from 'zod'
import { replayFields } from '../../../../contract/event/call-fields.ts'
import { stepsOf } from '../../../../contract/fields/field-path.ts'
import { type EventFields, readReplayable } from '../../../../contract/fields/read-event.ts'
import { isFirstPageAgain, type Page, pageOrListOf } from '../../../../contract/pages/page.ts'
import {
  isPlace,
  MAX_INTEGER,
  type NextPage,
  type PageRequest,
} from '../../../../contract/pages/page-place.ts'
import { contentId } from '../../../../contract/text/content-id.ts'
import { exactJson } from '../../../../contract/text/exact-json.ts'
import { rawValue } from '../../../../contract/text/json-reader.ts'
import { payloadText } from '../../../../contract/text/payload-text.ts'
import { moment } from '../../../../contract/time/stamp.ts'
import { checkedList, firstItems, parsedItem, UNREADABLE } from '../../upstream/json-list.ts'
import { BadAnswer } from '../../upstream/upstream-error.ts'

/** What a replay needs of an event: the payload's exact text, and its receiver. */
export type ListedEvent = {
  /** The service's id with all its digits; derived from the content if the service has none. */
  id: string
  payload: string
  callback_url: string | null
  /** Whether the payload can't be sent, because its text is not JSON. */
  isUnreadable?: true
  tracking_number: string | null
  /** The beginning of the company's name, to sort by it. */
  company: string | null
  /** As contract/time/stamp.ts formats it; null if the service doesn't report it. */
  failed_at: string | null
}

/** A page of a list, with what was read of each event. */
export type PageOf<Event> = {
  /** null if the service doesn't report it. */
  count: number | null
  next: NextPage
  /** Whether it is the first page, although another one was requested by its number. */
  isFirstAgain: boolean
  events: Event[]
}

export type ListPage = PageOf<ListedEvent>

/**
 * Parses one page of a list of failed events.
 *
 * @throws BadAnswer if it can't be read
 */
export function parseListPage(body: Uint8Array, at: PageRequest, fields: EventFields): ListPage {
  return parsePage(body, at, (item, text, isOdd) => listedEvent(item, text, { fields, isOdd }))
}

/**
 * Parses one page of a list of failed events.
 *
 * @param readItem returns what to keep of an item, from its value and its exact text, which isn't JSON if it is odd
 * @throws BadAnswer if it can't be read
 */
export function parsePage<Event>(
  body: Uint8Array,
  at: PageRequest,
  readItem: (item: unknown, text: string, isOdd: boolean) => Event,
): PageOf<Event> {
  const { items, envelope } = checkedList(body)
  const page = pageOrListOf(z.number(), at).safeParse(envelope).data
  if (page === undefined) throw new BadAnswer(UNREADABLE)
  const { count, results } = page
  return {
    count: count && Math.min(count, MAX_INTEGER),
    next: findNext(page, at),
    isFirstAgain: isFirstPageAgain(page, at),
    events: results.map(place => {
      const text = items[place] ?? 'null'
      const { value, isOdd } = parsedItem(text)
      return readItem(value, text, isOdd)
    }),
  }
}

/**
 * The first items of one page of a list of failed events. Items that are too large for a replay are left out.
 *
 * @throws BadAnswer if it can't be read
 */
export function firstListItems(body: Uint8Array, most: number): unknown[] {
  return firstItems(body, most).map(text => withAllDigits(parsedItem(text).value, text))
}

/** Long integers as bigint: rounded ids would no longer differ. */
export function withAllDigits(item: unknown, text: string): unknown {
  if (!/\d{16}/.test(text)) return item
  try {
    return exactJson(text)
  } catch {
    // The item is nested too deeply for a reviver.
    return item
  }
}

/** Checks the count too: a service whose `next` never ends would be read forever. */
function findNext({ count, next, results }: Page<unknown>, { page }: PageRequest): NextPage {
  const isLink = isPlace(next) && next.cursor !== undefined
  const isEnd = isLink
    ? results.length === 0 && count !== null
    : results.length === 0 || (count !== null && page * results.length >= count)
  return isEnd ? null : next
}

/** More characters would hardly change the order. */
const MAX_COMPANY_LENGTH = 100

function listedEvent(
  item: unknown,
  text: string,
  { fields, isOdd }: { fields: EventFields; isOdd: boolean },
): ListedEvent {
  const event = readReplayable(item, fields)
  const payload = payloadText(text)
  const { company, tracking_number } = replayFields(event.call)
  return {
    id: identityOf(event, text, fields),
    payload,
    ...(isOdd && !isJson(payload) && { isUnreadable: true as const }),
    callback_url: event.callback_url,
    tracking_number: tracking_number ?? null,
    company: company?.name.slice(0, MAX_COMPANY_LENGTH) ?? null,
    failed_at: moment(event.failed_at),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The service's id of an item with all its digits, or else an id from its content. */
export function identityOf(
  { id }: { id: string | null },
  text: string,
  fields: EventFields,
): string {
  return exactId(id, text, fields.map.item.id) ?? contentId(text)
}

/** The item's id with all its digits: parsing would round a large number to another event's id. */
function exactId(id: string | null, item: string, path: string | null): string | null {
  if (id === null || path === null || !PERHAPS_ROUNDED.test(id)) return id
  const written = rawValue(item, stepsOf(path))
  return written !== null && /^-?\d+$/.test(written) ? written : id
}

const PERHAPS_ROUNDED = /^-?(\d{16,}|[\d.]+e\+\d+)$/
