import { BlocklistErrorBody, DetailBody, ValidationBody } from '../../contract/errors.ts'

/**
 * What a request can come to other than its answer:
 * - `offline`: no answer at all, the network or the gateway is away
 * - `unreadable`: an answer that is not what the interface says; `detail` names the place
 * - the rest: by the status, which is the contract (message text may change)
 */
export type ApiErrorKind =
  | 'offline'
  | 'unreadable'
  | 'invalid'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'throttled'
  | 'unavailable'

/** The one error that `request` throws. It keeps every message of the body and flattens none. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The service's own sentence, of a Detail or a Blocklist body. */
  readonly detail: string | null
  /**
   * The body that the sentence stood in. Of a 403, a Blocklist body is about the entity and a
   * Detail body about the token (interface.md, "Errors").
   */
  readonly body: 'detail' | 'blocklist' | null
  /** A Validation body as it came; forms/ places its messages beside their fields. */
  readonly validation: ValidationBody | null
  /** Seconds that the service asks us to wait, of a 429. */
  readonly retryAfter: number | null

  constructor(
    kind: ApiErrorKind,
    parts: {
      status?: number | null
      detail?: string | null
      body?: 'detail' | 'blocklist' | null
      validation?: ValidationBody | null
      retryAfter?: number | null
    } = {},
  ) {
    super(parts.detail ?? kind)
    this.name = 'ApiError'
    this.kind = kind
    this.status = parts.status ?? null
    this.detail = parts.detail ?? null
    this.body = parts.body ?? null
    this.validation = parts.validation ?? null
    this.retryAfter = parts.retryAfter ?? null
  }
}

/** The error that an answer with an unexpected status stands for; `body` is parsed JSON or text. */
export function errorOfAnswer(status: number, body: unknown, retryAfter: number | null): ApiError {
  const sentence = sentenceOf(body)
  if (status === 400) {
    return new ApiError('invalid', { status, ...sentence, validation: validationOf(body) })
  }
  return new ApiError(kindOf(status), { status, ...sentence, retryAfter })
}

function kindOf(status: number): ApiErrorKind {
  if (status === 401) return 'signed-out'
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

/** A 400 can be a bare array (drf-wire.md): its messages belong to the whole request. */
function validationOf(body: unknown): ValidationBody | null {
  if (sentenceOf(body).body !== null) return null
  const read = ValidationBody.safeParse(Array.isArray(body) ? { non_field_errors: body } : body)
  return read.success ? read.data : null
}
