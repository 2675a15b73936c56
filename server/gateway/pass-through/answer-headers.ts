import type { IncomingHttpHeaders } from 'node:http'
import { retryAfter, secondsToWait } from '../upstream/retry-after.ts'
import { hopByHop } from './hop-by-hop.ts'

/**
 * The headers of an answer to a script with its own token: those that are about the answer. A browser, or a
 * proxy in front of Redial, would apply others to our own origin, such as `X-Accel-Redirect`.
 */
export function headersForScript(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...only(headers, FOR_SCRIPTS), ...asData(headers), ...wait(headers) }
}

/** The headers of a page of our own service, which has its own policy. */
export function headersForPage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...only(headers, [...FOR_SCRIPTS, POLICY, 'cache-control']), ...wait(headers) }
}

/**
 * The headers of an answer to the dashboard: those about the data itself, without the service's
 * caching. The browser's requests look the same whoever is signed in, so a cache could show one
 * person's list to the next. An authentication scheme other than Token would make the browser ask
 * for a password.
 */
export function headersForDashboard(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return {
    ...only(headers, FOR_DASHBOARD),
    ...(headers['www-authenticate'] !== undefined && { 'www-authenticate': 'Token' }),
    ...asData(headers),
    ...wait(headers),
  }
}

const JSON_TYPE = /^\s*(application|text)\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * No browser may show an answer as a page of our own origin, where its forms and links would look
 * like ours. Browsers show JSON as text and save anything else; a sandbox contains what they show
 * anyway.
 */
function asData(headers: IncomingHttpHeaders): Record<string, string> {
  const type = String(headers['content-type'] ?? '')
  if (JSON_TYPE.test(type)) return { 'content-type': 'application/json' }
  return { 'content-disposition': 'attachment', [POLICY]: SANDBOX }
}

const POLICY = 'content-security-policy'
const SANDBOX = "sandbox; default-src 'none'; form-action 'none'; frame-ancestors 'none'"

function wait(headers: IncomingHttpHeaders): Record<string, string> {
  return retryAfter(secondsToWait(headers))
}

const FOR_DASHBOARD = [
  'allow',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
]

/** Also what a script needs for conditional requests, redirects, rate limits and questions to the operator. */
const FOR_SCRIPTS = [
  ...FOR_DASHBOARD,
  'accept-ranges',
  'content-range',
  'deprecation',
  'etag',
  'last-modified',
  'location',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'sunset',
  'vary',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]

function only(headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders {
  const ofConnection = new Set(hopByHop(headers))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => names.includes(name) && !ofConnection.has(name)),
  )
}
