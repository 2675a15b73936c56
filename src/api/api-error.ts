import {
  BlocklistErrorBody,
  DetailBody,
  errorMessages,
  NON_FIELD_ERRORS,
  toFieldErrors,
  type ValidationBody,
} from '../../contract/errors.ts'

/**
 * Why a request failed:
 * - `offline`: no answer, because the network or the gateway is down
 * - `cut-off`: an answer that is incomplete or damaged
 * - `outdated`: a file of the page was renamed by a new deployment
 * - `unreadable`: an answer that doesn't match the interface; `detail` says where
 * - `unnamed`: a change that needs the person's name, which they did not enter
 * - the others: by status, because message texts may change
 */
export type ApiErrorKind =
  | 'offline'
  | 'cut-off'
  | 'outdated'
  | 'unreadable'
  | 'unnamed'
  | 'invalid'
  | 'signed-out'
  | 'refused'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'throttled'
  | 'unavailable'

/** The error that `request` throws. It keeps every message of the body. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** HTTP status; null if there was no answer. */
  readonly status: number | null
  /** The service's message from a Detail or Blocklist body, otherwise all messages that it sent. */
  readonly detail: string | null
  /**
   * The kind of body with the message. In a 403, a Blocklist body is about the entity and a Detail
   * body about the token (docs/interface.md, "Errors").
   */
  readonly body: 'detail' | 'blocklist' | null
  /** An unchanged Validation body; forms/ shows its messages next to their fields. */
  readonly validation: ValidationBody | null
  /** Seconds that the service asks us to wait in a 429. */
  readonly retryAfter: number | null
  /** The request id in the log; null if the gateway did not answer. */
  readonly reference: string | null
  /** An answer that Redial did not understand, unchanged, to show to people. */
  readonly answer: string | null

  constructor(kind: ApiErrorKind, parts: Partial<Omit<ApiError, keyof Error | 'kind'>> = {}) {
    super(parts.detail ?? kind)
    this.name = 'ApiError'
    this.kind = kind
    this.status = parts.status ?? null
    this.detail = parts.detail ?? null
    this.body = parts.body ?? null
    this.validation = parts.validation ?? null
    this.retryAfter = parts.retryAfter ?? null
    this.answer = parts.answer || null
    this.reference = parts.reference ?? null
  }
}

/** An unchanged answer, from a response or from one of its lines. */
export type ReceivedAnswer = {
  status: number
  text: string
  /** Seconds that the service asks to wait; null if it does not say. */
  retryAfter: number | null
  /** Whether the gateway says that the session has ended. */
  isSignedOut: boolean
  /** The id of the request in the gateway's log; null if the gateway sent none. */
  reference: string | null
}

/**
 * Creates the error of an answer with an unexpected status.
 *
 * @param body parsed JSON, or the text if it is not JSON
 */
export function errorOfAnswer(
  { status, text, retryAfter, isSignedOut, reference }: ReceivedAnswer,
  body: unknown,
): ApiError {
  const sentence = sentenceOf(body)
  const validation = status === 400 ? validationOf(body) : null
  const detail = sentence.detail ?? errorMessages(body)
  const answer = detail === null ? text : null
  const kind = status === 401 && isSignedOut ? 'signed-out' : kindOf(status)
  return new ApiError(kind, {
    status,
    detail,
    body: sentence.body,
    validation,
    retryAfter,
    answer,
    reference,
  })
}

function kindOf(status: number): ApiErrorKind {
  if (status === 400 || status === 422) return 'invalid'
  // The interface also answers 401 if something is not set up, which ends no session. A service that lacks a change
  // answers 405, having done nothing.
  if (status === 401 || status === 405) return 'refused'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 409) return 'conflict'
  if (status === 429) return 'throttled'
  if (status >= 500) return 'unavailable'
  return 'unreadable'
}

function sentenceOf(body: unknown): Pick<ApiError, 'detail' | 'body'> {
  const detail = DetailBody.safeParse(body)
  if (detail.success) return { detail: detail.data.detail, body: 'detail' }
  const blocklist = BlocklistErrorBody.safeParse(body)
  if (blocklist.success) return { detail: blocklist.data.error, body: 'blocklist' }
  return { detail: null, body: null }
}

/** A 400 can be a bare array (docs/wire-format.md): its messages belong to the whole request. */
function validationOf(body: unknown): ValidationBody | null {
  if (Array.isArray(body)) return { [NON_FIELD_ERRORS]: toFieldErrors(body) }
  if (typeof body !== 'object' || body === null) return null
  const fields = Object.entries(body)
  // A single message is about the whole request. Next to other messages it is one of them.
  if (fields.length === 0 || (fields.length === 1 && sentenceOf(body).body !== null)) return null
  return Object.fromEntries(fields.map(([name, errors]) => [name, toFieldErrors(errors)]))
}
