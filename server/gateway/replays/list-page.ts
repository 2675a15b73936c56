import { z } from 'zod'
import { contentId } from '../../../contract/content-id.ts'
import { FailedEvent, type FailedEventList } from '../../../contract/failed-event.ts'
import { isFirstPageAgain } from '../../../contract/first-page-again.ts'
import { type Page, pageOrListOf } from '../../../contract/page.ts'
import { isPlace, type NextPage, type PageAsked, pageQuery } from '../../../contract/page-place.ts'
import { payloadText } from '../../../contract/payload-text.ts'
import { rawElements, rawValue } from '../../../contract/raw-value.ts'
import { detailError } from '../../http/http-error.ts'
import { retryAfter } from '../upstream/retry-after.ts'
import type { UpstreamAnswer } from '../upstream/upstream.ts'

export type ListRange = { list: FailedEventList; from_date: string; to_date: string }

/** What a replay needs of an event: the payload's text as the service gave it, and where it goes. */
export type ListedEvent = {
  /** The service's with all its digits; made from the content where it gave none. */
  id: string
  payload: string
  callback_url: string | null
  tracking_number: string | null
}

export type ListPage = {
  /** null where the service doesn't say. */
  count: number | null
  next: NextPage
  /** Whether it is the first page, though another was asked for by its number. */
  isFirstAgain: boolean
  events: ListedEvent[]
}

/** The path of one page of a list, with its query. */
export function pathOfPage(
  { list, from_date, to_date }: ListRange,
  at: PageAsked,
  pageSize: number,
): string {
  const query = pageQuery(at, { from_date, to_date, page_size: String(pageSize) })
  return `/v1/${list}/?${query}`
}

/**
 * Reads the service's answer to `pathOfPage`. Of `next` the parameters alone are used: it is never called.
 *
 * @returns null for a page that doesn't exist
 * @throws HttpError with the service's status when it refuses, 502 when its answer can't be read
 */
export function readListPage(
  { status, text, isExact, retryAfter: wait }: UpstreamAnswer,
  at: PageAsked,
): ListPage | null {
  if (status === 404) return null
  if (status !== 200) throw refusal(status, wait)
  if (!isExact)
    throw unreadable('is not written in UTF-8, so that its events can’t be sent as they are')
  const answer = parseJson(text)
  const read = pageOrListOf(z.unknown(), at).safeParse(answer)
  if (!read.success) throw unreadable()
  const { count, results } = read.data
  const texts = rawElements(text, Array.isArray(answer) ? [] : ['results'])
  // A flat list has all of its items in the text, and no second page.
  if (texts === null || texts.length < results.length) throw unreadable()
  return {
    count,
    next: nextOf(read.data, at),
    isFirstAgain: isFirstPageAgain(read.data, at),
    events: results.map((item, at) => listedEvent(item, texts[at] ?? '')),
  }
}

/** By the count too: a service whose `next` never ends would be read forever. */
function nextOf({ count, next, results }: Page<unknown>, { page }: PageAsked): NextPage {
  const isLink = isPlace(next) && next.turn !== undefined
  const isEnd = isLink
    ? results.length === 0 && count !== null
    : results.length === 0 || (count !== null && page * results.length >= count)
  return isEnd ? null : next
}

/** Some services write it as a number; the dashboard reads both. */
const Payload = z.object({ tracking_number: z.union([z.string(), z.int().transform(String)]) })

function listedEvent(item: unknown, text: string): ListedEvent {
  const event = FailedEvent.parse(item)
  return {
    id: exactId(event.id, text) ?? contentId(text),
    payload: payloadText(text),
    callback_url: event.callback_url,
    tracking_number: Payload.safeParse(event.payload).data?.tracking_number ?? null,
  }
}

/** The item's id with all its digits: parsing rounds a large number to that of another event. */
function exactId(id: string | null, item: string): string | null {
  if (id === null || !PERHAPS_ROUNDED.test(id)) return id
  const written = rawValue(item, ['id'])
  return written !== null && /^-?\d+$/.test(written) ? written : id
}

const PERHAPS_ROUNDED = /^-?(\d{16,}|[\d.]+e\+\d+)$/

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

function unreadable(why = 'could not be read') {
  return detailError(502, `The call-tracking service gave an answer that ${why}.`)
}

function refusal(status: number, wait: number | null) {
  if (status === 401) {
    const detail = 'The service no longer takes the token that you signed in with.'
    return detailError(401, detail, { 'www-authenticate': 'Token' })
  }
  if (status === 403) return detailError(403, 'The service does not let this token read the list.')
  if (status === 429) {
    const detail = 'The service asks for a pause. Try again in a minute.'
    return detailError(429, detail, retryAfter(wait))
  }
  return detailError(502, `The call-tracking service answered ${status} instead of the list.`)
}
