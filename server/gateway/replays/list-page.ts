import { z } from 'zod'
import { contentId } from '../../../contract/content-id.ts'
import { FailedEvent, type FailedEventList } from '../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../contract/page.ts'
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

/** `count` is null where the service doesn't say. */
export type ListPage = { count: number | null; hasNext: boolean; events: ListedEvent[] }

/** The path of one page of a list, with its query. */
export function pathOfPage(
  { list, from_date, to_date }: ListRange,
  page: number,
  pageSize: number,
): string {
  const query = new URLSearchParams({
    from_date,
    to_date,
    page: String(page),
    page_size: String(pageSize),
  })
  return `/v1/${list}/?${query}`
}

/**
 * Reads the service's answer to `pathOfPage`. `next` only tells that there is one: it is never called.
 *
 * @returns null for a page that doesn't exist
 * @throws HttpError with the service's status when it refuses, 502 when its answer can't be read
 */
export function readListPage(
  { status, text, isExact, retryAfter: wait }: UpstreamAnswer,
  page: number,
): ListPage | null {
  if (status === 404) return null
  if (status !== 200) throw refusal(status, wait)
  if (!isExact)
    throw unreadable('is not written in UTF-8, so that its events can’t be sent as they are')
  const answer = parseJson(text)
  const read = pageOrListOf(z.unknown(), page).safeParse(answer)
  if (!read.success) throw unreadable(whyNot(read.error))
  const { count, results, next } = read.data
  const texts = rawElements(text, Array.isArray(answer) ? [] : ['results'])
  // A flat list has all of its items in the text, and no second page.
  if (texts === null || texts.length < results.length) throw unreadable()
  return {
    count,
    // By the count too: a service whose `next` never ends would be read forever.
    hasNext:
      next !== null && results.length > 0 && (count === null || page * results.length < count),
    events: results.map((item, at) => listedEvent(item, texts[at] ?? '')),
  }
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

/** What the contract has words for is said in them. */
function whyNot({ issues: [issue] }: z.core.$ZodError): string {
  return `could not be read${issue?.code === 'custom' ? `: ${issue.message}` : ''}`
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
