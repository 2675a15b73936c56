import { z } from 'zod'
import { FailedEvent, type FailedEventList } from '../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../contract/page.ts'
import { rawValue } from '../../../contract/raw-value.ts'
import { detailError } from '../../http/http-error.ts'
import type { Upstream } from '../upstream/upstream.ts'

export type EventPlace = {
  list: FailedEventList
  from_date: string
  to_date: string
  id: string
  /** Where it stood when it was listed. */
  page: number
  page_size: number
}

/** What a replay needs of an event: the payload's text as the service gave it, and where it goes. */
export type FoundEvent = { payload: string; callback_url: string | null }

/**
 * Reads one event from the service with the caller's token. It is looked for on the page where it
 * was listed, then on the pages after it, to which new failures push it, then on those before it.
 *
 * @returns null when the service doesn't list it in this range any more
 * @throws HttpError with the service's status when it refuses, 502 when its answer can't be read
 */
export async function findEvent(
  upstream: Upstream,
  authorization: string,
  place: EventPlace,
): Promise<FoundEvent | null> {
  for (let page = place.page; ; page++) {
    const read = await readPage(upstream, authorization, place, page)
    if (read?.found) return read.found
    if (!read?.hasNext) break
  }
  for (let page = 1; page < place.page; page++) {
    const read = await readPage(upstream, authorization, place, page)
    if (read?.found) return read.found
    if (!read?.hasNext) break
  }
  return null
}

const EventPage = pageOrListOf(z.unknown())

/** null for a page that doesn't exist. `next` only tells that there is one: it is never called. */
async function readPage(
  upstream: Upstream,
  authorization: string,
  { list, from_date, to_date, id, page_size }: EventPlace,
  page: number,
): Promise<{ found: FoundEvent | null; hasNext: boolean } | null> {
  const query = new URLSearchParams({
    from_date,
    to_date,
    page: String(page),
    page_size: String(page_size),
  })
  const { status, text } = await upstream.get(`/v1/${list}/?${query}`, authorization)
  if (status === 404) return null
  if (status !== 200) throw refusal(status)
  const answer = parseJson(text)
  const read = EventPage.safeParse(answer)
  if (!read.success) throw unreadable()
  const { count, results, next } = read.data
  // By the count too: a service whose `next` never ends would be read forever.
  const hasNext = next !== null && results.length > 0 && page * results.length < count
  const pathTo = (index: number) => [...(Array.isArray(answer) ? [] : ['results']), index]
  const index = results.findIndex((item, at) => exactId(item, text, pathTo(at)) === id)
  if (index < 0) return { found: null, hasNext }
  const event = FailedEvent.parse(results[index])
  const payload = rawValue(text, [
    ...pathTo(index),
    ...(event.payload === results[index] ? [] : ['request_json']),
  ])
  if (payload === null) throw unreadable()
  return { found: { payload, callback_url: event.callback_url }, hasNext }
}

/** The item's id with all its digits: parsing rounds a large number to that of another event. */
function exactId(item: unknown, text: string, path: (string | number)[]): string | null {
  const { id } = FailedEvent.parse(item)
  if (id === null || !PERHAPS_ROUNDED.test(id)) return id
  const written = rawValue(text, [...path, 'id'])
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

function unreadable() {
  return detailError(502, 'The call-tracking service gave an answer that could not be read.')
}

function refusal(status: number) {
  if (status === 401) return detailError(401, 'Invalid token.', { 'www-authenticate': 'Token' })
  if (status === 403) return detailError(403, 'The service does not let this token read the list.')
  if (status === 429)
    return detailError(429, 'The service asks for a pause. Try again in a minute.')
  return detailError(502, `The call-tracking service answered ${status} instead of the list.`)
}
