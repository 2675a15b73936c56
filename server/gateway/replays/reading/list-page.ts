import { errorMessages } from '../../../../contract/errors.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { EventFields } from '../../../../contract/fields/read-event.ts'
import { type PageRequest, pageQuery } from '../../../../contract/pages/page-place.ts'
import { jsonInside } from '../../../../contract/text/json-inside.ts'
import { detailError, type HttpError } from '../../../http/http-error.ts'
import type { UpstreamAnswer } from '../../upstream/upstream.ts'
import { BadAnswer, listRefusal, retryAfter, upstreamError } from '../../upstream/upstream-error.ts'
import { type ParsePage, parseInThread } from './parse-in-thread.ts'
import { type ListPage, type PageOf, parseListPage } from './parse-list-page.ts'

export type ListRange = { list: FailedEventList; from_date: string; to_date: string }

/** The days of one list, or of both (null). */
export type RunRange = Omit<ListRange, 'list'> & { list: FailedEventList | null }

/** The path of one page of a list, with its query. */
export function pathOfPage(
  { list, from_date, to_date }: ListRange,
  at: PageRequest,
  pageSize: number,
): string {
  const query = pageQuery(at, { from_date, to_date, page_size: String(pageSize) })
  return `/v1/${list}/?${query}`
}

/** `readPage` with what replays need of each event. */
export const readListPage = (
  answer: UpstreamAnswer,
  at: PageRequest,
  fields: EventFields,
): Promise<ListPage | null> => readPage(answer, at, fields, parseListPage)

/**
 * Reads the service's answer to `pathOfPage`. Only the parameters of `next` are used; it is never
 * requested.
 *
 * @returns null for a page that doesn't exist
 * @throws HttpError with the service's status if it refuses, 502 if its answer can't be read
 */
export async function readPage<Event>(
  { status, body, retryAfter: wait, done }: UpstreamAnswer,
  at: PageRequest,
  fields: EventFields,
  parse: ParsePage<PageOf<Event>>,
): Promise<PageOf<Event> | null> {
  if (status === 404) return null
  if (status !== 200) throw refusal(status, wait, body)
  try {
    return await parseInThread(parse, { body, at, fields })
  } catch (error) {
    throw error instanceof BadAnswer ? upstreamError(error) : error
  } finally {
    done()
  }
}

function refusal(status: number, wait: number | null, body: Uint8Array) {
  if (status === 401) {
    const detail = 'Your API token is no longer accepted. Sign in again.'
    return detailError(401, detail, { 'www-authenticate': 'Token' })
  }
  if (status === 403) return listRefusal(status)
  if (status === 429) {
    const detail = 'The service asks for a pause. Try again in a minute.'
    return detailError(429, detail, retryAfter(wait))
  }
  const reason = status === 400 || status === 422 ? messagesIn(body) : null
  return reason === null ? unexpectedStatus(status) : detailError(400, reason)
}

export function unexpectedStatus(status: number): HttpError {
  return detailError(502, `The call-tracking service answered ${status} instead of the list.`)
}

/** What the service says of a request that it doesn't accept, such as one for too many days. */
function messagesIn(body: Uint8Array): string | null {
  const messages = errorMessages(jsonInside(new TextDecoder().decode(body)))
  // PostgreSQL can't store U+0000, nor half a character.
  return messages?.replaceAll('\0', '').toWellFormed() ?? null
}
