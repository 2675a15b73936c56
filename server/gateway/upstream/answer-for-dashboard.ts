import { secondsToWait } from '../../../contract/time/retry-after.ts'
import { detailError } from '../../http/http-error.ts'
import { createUnpacker } from './limited-answer.ts'
import type { UpstreamReply } from './upstream-connections.ts'
import { retryAfter } from './upstream-error.ts'

/**
 * Passes an answer on if the dashboard can read it; its first part has arrived. A redirect is not
 * followed, because that would send the token along. An HTML page is not data.
 *
 * @param url the requested URL
 * @throws HttpError with a Detail body that describes the answer
 */
export async function answerForDashboard(answer: UpstreamReply, url: string): Promise<void> {
  const { statusCode, headers, body } = answer
  const { location } = headers
  const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== 304
  const page = isRedirect ? null : await pageOf(answer)
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
async function pageOf({ headers, body }: UpstreamReply): Promise<string | null> {
  if (!/^text\/html|^application\/xhtml/i.test(String(headers['content-type'] ?? ''))) return null
  const part: unknown = body.read()
  if (!(part instanceof Uint8Array)) return '<'
  body.unshift(part)
  const page = await beginning(part.subarray(0, BEGINNING), headers['content-encoding'])
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

/** The text in the first part of a page; `<` if it can't be decompressed. */
async function beginning(part: Uint8Array, encoding: unknown): Promise<string> {
  const unpacker = createUnpacker(encoding)
  if (unpacker === null) return Buffer.from(part).toString()
  const unpacked: Buffer[] = []
  let bytes = 0
  await new Promise<void>(resolve => {
    unpacker.on('data', (more: Buffer) => {
      unpacked.push(more)
      bytes += more.length
      // A small part may decompress to gigabytes.
      if (bytes >= BEGINNING) unpacker.destroy()
    })
    unpacker.on('error', () => {})
    unpacker.once('close', resolve)
    unpacker.write(part, () => resolve())
  })
  unpacker.destroy()
  return bytes === 0 ? '<' : Buffer.concat(unpacked).toString()
}
