import { z } from 'zod'
import type { FuzzedRequest } from './fuzzed-request.ts'
import type { FuzzedAnswer } from './send-request.ts'

type ValidationBody = { [field: string]: string[] | ValidationBody | ValidationBody[] }
const Validation: z.ZodType<ValidationBody> = z.lazy(() =>
  z.record(z.string(), z.union([z.array(z.string()), Validation, z.array(Validation)])),
)

/** docs/interface.md, "Body shapes". */
const ErrorShape = z.union([
  z.strictObject({ detail: z.string().min(1) }),
  z.strictObject({ error: z.string().min(1) }),
  Validation,
])

/**
 * Describes an answer that must not occur: an error of ours, or a shape that the interface doesn't
 * have. null if there is none.
 */
export function answerProblem(
  { method }: FuzzedRequest,
  answer: FuzzedAnswer | null,
): string | null {
  // Node closes a tunnel or an HTTP/2 connection that the server doesn't support.
  if (answer === null) return ['CONNECT', 'PRI'].includes(method) ? null : 'no answer'
  const { status, headers, text } = answer
  if (status >= 500 && status !== 503) return `status ${status}: ${text.slice(0, 200)}`
  const isJson = (headers.get('content-type') ?? '').startsWith('application/json')
  if (isJson && text !== '' && parsed(text) === undefined) return 'a body that is not JSON'
  if (status < 400 || text === '') {
    return status >= 400 && method !== 'HEAD' ? `status ${status} without a body` : null
  }
  if (!isJson) return `status ${status} in ${headers.get('content-type')}`
  return ErrorShape.safeParse(parsed(text)).success
    ? null
    : `status ${status} in no shape of the interface: ${text.slice(0, 200)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
