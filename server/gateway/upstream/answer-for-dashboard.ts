import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { detailError } from '../../http/http-error.ts'
import { retryAfter, secondsToWait } from './retry-after.ts'

/**
 * Lets an answer through that the dashboard can read, its first part being there. A redirect is
 * followed by nobody, as the token would go with it; a page in HTML is no data.
 *
 * @param url that was asked for
 * @throws HttpError with a Detail body that says what came instead
 */
export function answerForDashboard(answer: Dispatcher.ResponseData, url: string): void {
  const { statusCode, headers, body } = answer
  const { location } = headers
  const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== 304
  const page = isRedirect ? null : pageOf(answer)
  if (!isRedirect && page === null) return
  body.on('error', () => {}).destroy()
  if (isRedirect && addsSlash(location, url)) {
    throw detailError(404, 'There is nothing at this address. Add the slash at its end.')
  }
  if (isRedirect) throw detailError(502, redirectWords(statusCode, location, url))
  throw detailError(
    statusCode < 400 ? 502 : statusCode,
    `The call-tracking service answered with a web page${titleOf(page)} instead of data (status ${statusCode}).`,
    retryAfter(secondsToWait(headers)),
  )
}

/** What every service of this kind answers to a path without its slash (drf-wire.md, "Trailing slash"). */
function addsSlash(location: unknown, url: string): boolean {
  const target = typeof location === 'string' ? URL.parse(location, url) : null
  return target !== null && `${target.origin}${target.pathname}` === `${url}/`
}

/** @param url that was asked for, which a relative `location` goes on from */
export function redirectWords(status: number, location: unknown, url: string): string {
  const target = typeof location === 'string' ? URL.parse(location, url) : null
  // Neither a password in it nor its query is for everybody's eyes.
  const isPlace = target !== null && /^https?:$/.test(target.protocol)
  const place = isPlace ? `${target.origin}${target.pathname}` : 'another address'
  return `The call-tracking service sends this request on to ${place} (status ${status}). Redial does not follow: the token is for the address alone that it was set up with.`
}

/** The beginning of a page; null where it is none. Some services call their JSON by that name. */
function pageOf({ headers, body }: Dispatcher.ResponseData): string | null {
  if (!/^text\/html|^application\/xhtml/i.test(String(headers['content-type'] ?? ''))) return null
  const chunk: unknown = body.read()
  if (!(chunk instanceof Uint8Array)) return '<'
  body.unshift(chunk)
  const page = beginning(chunk, headers['content-encoding'])
  return page.trimStart().startsWith('<') ? page : null
}

function titleOf(page: string | null): string {
  const title = /<title[^>]*>\s*([^<]{1,100}?)\s*</i.exec(page ?? '')?.[1]
  return title === undefined ? '' : ` (“${title}”)`
}

const PARTLY = { finishFlush: constants.Z_SYNC_FLUSH }
const PARTLY_BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

function beginning(chunk: Uint8Array, encoding: unknown): string {
  try {
    if (encoding === 'gzip') return gunzipSync(chunk, PARTLY).toString()
    if (encoding === 'br') return brotliDecompressSync(chunk, PARTLY_BROTLI).toString()
    return Buffer.from(chunk).toString()
  } catch {
    return '<'
  }
}
