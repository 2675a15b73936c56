import type { IncomingHttpHeaders } from 'node:http'
import { retryAfter, secondsToWait } from '../upstream/retry-after.ts'
import { hopByHop } from './hop-by-hop.ts'

/**
 * The headers of an answer to a script with its own token: those that are about the answer. Headers
 * that a browser would apply to our own origin are set only by us.
 */
export function headersForScript(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return {
    ...without(headers, [...STRIPPED_RESPONSE_HEADERS, POLICY]),
    ...asData(headers),
    ...wait(headers),
  }
}

/** The headers of a page of our own service, which has its own policy. */
export function headersForPage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...without(headers, STRIPPED_RESPONSE_HEADERS), ...wait(headers) }
}

/**
 * The headers of an answer to the dashboard: those about the data itself, without the service's
 * caching. The browser's requests look the same whoever is signed in, so a cache could show one
 * person's list to the next. An authentication scheme other than Token would make the browser ask
 * for a password.
 */
export function headersForDashboard(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => ALLOWED_RESPONSE_HEADERS.includes(name))
  return {
    ...Object.fromEntries(kept),
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

const ALLOWED_RESPONSE_HEADERS = [
  'allow',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
]

/**
 * Headers that a browser would apply to our own origin; and Retry-After, which we send in seconds.
 */
const STRIPPED_RESPONSE_HEADERS = [
  'alt-svc',
  'clear-site-data',
  'content-security-policy-report-only',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'nel',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'retry-after',
  'service-worker-allowed',
  'set-cookie',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

function without(headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders {
  const dropped = new Set([...hopByHop(headers), ...names])
  const kept = Object.entries(headers).filter(
    ([name]) => !dropped.has(name) && !name.startsWith('access-control-'),
  )
  return Object.fromEntries(kept)
}
