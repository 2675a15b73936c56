import { secondsToWait } from '../../../contract/time/retry-after.ts'
import { detailError } from '../../http/http-error.ts'
import type { UpstreamReply } from './upstream-connections.ts'
import { retryAfter } from './upstream-error.ts'

/**
 * Passes an answer on if the dashboard can read it; its first part has arrived, decompressed. A redirect is not
 * followed, because that would send the token along. An HTML page is not data.
 *
 * @param url the requested URL
 * @throws HttpError with a Detail body that describes the answer
 */
export function answerForDashboard(answer: UpstreamReply, url: string): void {
  const { statusCode, headers, body } = answer
  const { location } = headers
  const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== 304
  const page = isRedirect ? null : pageOf(answer)
  if (!isRedirect && page === null) return
  body.on('error', () => {}).destroy()
  if (isRedirect && addsSlash(location, url)) {
    throw detailError(404, 'There is nothing at this address. Add the slash at its end.')
  }
  if (isRedirect) throw detailError(502, formatRedirect(statusCode, location, url))
  throw detailError(
    statusCode < 400 ? 502 : statusCode,
    `The call-tracking service answered with a web page${titleOf(page)} instead of data (status ${statusCode}).`,
    retryAfter(secondsToWait(headers)),
  )
}

/**
 * The answer of services of this kind to a path without its trailing slash (docs/wire-format.md,
 * "Trailing slash").
 */
function addsSlash(location: unknown, url: string): boolean {
  const target = typeof location === 'string' ? URL.parse(location, url) : null
  return target !== null && `${target.origin}${target.pathname}` === `${url}/`
}

/** @param url the requested URL, the base of a relative `location` */
export function formatRedirect(status: number, location: unknown, url: string): string {
  const target = typeof location === 'string' ? URL.parse(location, url) : null
  // Its password and query may be secret, so neither is shown.
  const isWebAddress = target !== null && /^https?:$/.test(target.protocol)
  const shown = isWebAddress ? `${target.origin}${target.pathname}` : 'another address'
  return `The call-tracking service redirects this request to ${shown} (status ${status}). Redial does not follow redirects, because they could send your token to somebody else. Ask the operator of Redial to check UPSTREAM_URL.`
}

const BEGINNING = 64 * 1024

/** The beginning of a web page; null for anything else. Some services label their JSON as HTML. */
function pageOf({ headers, body }: UpstreamReply): string | null {
  if (!/^text\/html|^application\/xhtml/i.test(String(headers['content-type'] ?? ''))) return null
  const part: unknown = body.read()
  if (!(part instanceof Uint8Array)) return '<'
  body.unshift(part)
  const page = new TextDecoder().decode(part.subarray(0, BEGINNING))
  return page.trimStart().startsWith('<') ? page : null
}

function titleOf(page: string | null): string {
  const text = page ?? ''
  const from = text.search(/<title[\s>]/i)
  const begin = text.indexOf('>', from) + 1
  const end = text.indexOf('<', begin)
  if (from === -1 || begin === 0 || end === -1) return ''
  const title = text.slice(begin, end).trim()
  return title === '' || title.length > 100 ? '' : ` (“${title}”)`
}
