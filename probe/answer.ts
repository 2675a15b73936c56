import type { Dispatcher } from 'undici'
import { BlocklistErrorBody, DetailBody } from '../contract/errors.ts'
import { parseLenient } from '../contract/text/json-reader.ts'

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

/** No payload is nested so deep, and the checks read values recursively. */
const MAX_DEPTH = 100

/** Never throws, whatever the service does. */
export async function readAnswer(response: Dispatcher.ResponseData): Promise<Omit<Answer, 'ms'>> {
  const status = response.statusCode
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  let text: string
  try {
    text = await response.body.text()
  } catch (error) {
    const problem = `an incomplete answer (${reasonOf(error)})`
    return { status, headers, json: undefined, problem }
  }
  const json = parseJson(text)
  return isTooDeep(json)
    ? { status, headers, json: undefined, problem: `JSON nested more than ${MAX_DEPTH} deep` }
    : { status, headers, json, problem: null }
}

function parseJson(text: string): unknown {
  try {
    // As the dashboard reads it: one NaN doesn't hide a whole list.
    return parseLenient(text)
  } catch {
    return undefined
  }
}

/** Without recursion, which would exhaust the stack. */
function isTooDeep(json: unknown): boolean {
  let level = [json]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap(value =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return false
}

/** The code of an error. Its message could contain anything. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  if (error.name === 'TimeoutError') return 'it took too long'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** An answer in a few words: "404 with “Not found.”", "301 to https://example.com". */
export function describeAnswer({ status, headers, json, problem }: Answer): string {
  if (status === null) return problem ?? 'no answer'
  if (problem !== null) return `${status}, ${problem}`
  if (status >= 300 && status < 400) return `${status} to ${headers.location ?? 'no address'}`
  const sentence =
    DetailBody.safeParse(json).data?.detail ?? BlocklistErrorBody.safeParse(json).data?.error
  if (sentence !== undefined) return `${status} with “${sentence}”`
  if (json !== undefined) return `${status} with JSON`
  return `${status} with a body that is not JSON (${headers['content-type'] ?? 'no Content-Type'})`
}
