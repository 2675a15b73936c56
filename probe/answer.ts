import { type Dispatcher, errors } from 'undici'

/** The result of one request. */
export type Answer = {
  /** null if no answer came; `problem` then says why. */
  status: number | null
  /** By name in lower case. */
  headers: Record<string, string>
  /** The parsed body; undefined if it is not JSON, or incomplete. */
  json: unknown
  /** Why the answer is missing or incomplete; null if it is complete. */
  problem: string | null
  /** From the request to the end of the answer. */
  ms: number
}

/** A flat list of a busy month may be long; a longer one shows nothing more. */
const MAX_BYTES = 16 * 1024 * 1024

/** No payload is nested so deep, and the checks read values recursively. */
const DEEPEST = 100

/** Reads an answer up to its limits. Never throws, whatever the service does. */
export async function readAnswer(
  response: Dispatcher.ResponseData,
): Promise<Pick<Answer, 'status' | 'headers' | 'json' | 'problem'>> {
  const status = response.statusCode
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of response.body) {
      parts.push(part)
      bytes += part.length
      if (bytes > MAX_BYTES) {
        return { status, headers, json: undefined, problem: 'an answer of more than 16 MB' }
      }
    }
  } catch (error) {
    const problem = `an answer that broke off (${reasonOf(error)})`
    return { status, headers, json: undefined, problem }
  }
  const json = parseJson(Buffer.concat(parts).toString())
  if (depthOf(json) > DEEPEST) {
    return { status, headers, json: undefined, problem: `JSON nested more than ${DEEPEST} deep` }
  }
  return { status, headers, json, problem: null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How deep arrays and objects are nested, counted without recursion. */
function depthOf(json: unknown): number {
  let depth = 0
  let level = [json]
  while (level.length > 0 && depth <= DEEPEST) {
    level = level.flatMap(value =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
    depth++
  }
  return depth
}

/** Says briefly why no complete answer came. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  if (error.name === 'TimeoutError' || error instanceof errors.HeadersTimeoutError) {
    return 'it took too long'
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const message = MESSAGES_BY_CODE[code]
  if (message !== undefined) return message
  // Such as an AggregateError of several addresses.
  if (error.cause !== undefined) return reasonOf(error.cause)
  return code || error.name
}

const MESSAGES_BY_CODE: Record<string, string> = {
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the host',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not signed by a trusted authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not signed by a trusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by a trusted authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}
