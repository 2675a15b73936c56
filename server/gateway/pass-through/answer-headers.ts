import type { IncomingHttpHeaders } from 'node:http'
import { retryAfter, secondsToWait } from '../upstream/retry-after.ts'
import { hopByHop } from './hop-by-hop.ts'

/**
 * The headers of an answer for a script that has a token of its own: all that is about the answer.
 * What a browser would take for our own origin's word is ours alone to say.
 */
export function headersForScript(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return {
    ...without(headers, [...STRIPPED_RESPONSE_HEADERS, POLICY]),
    ...asData(headers),
    ...wait(headers),
  }
}

/** The headers of a page of our own service, which has a policy of its own. */
export function headersForPage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...without(headers, STRIPPED_RESPONSE_HEADERS), ...wait(headers) }
}

/**
 * The headers of an answer for the dashboard: what is about the data itself, without the service's
 * caching. The browser's requests look the same whoever is signed in, so that it would show one
 * person's list to the next. And of any scheme but Token it would ask the person for a password.
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
 * No browser may show an answer as a page on our own origin, where its forms and links would look
 * like ours. JSON is text to it, and anything else it saves; what it shows all the same is in a sandbox.
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

/** Headers that a browser would apply to our own origin; and Retry-After, which we send in seconds. */
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
