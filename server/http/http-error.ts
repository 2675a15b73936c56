import type { ValidationBody } from '../../contract/errors.ts'

/**
 * An answer other than success, thrown where the problem is found. Its body has one of the
 * interface's three shapes.
 */
export class HttpError extends Error {
  readonly status: number
  readonly body: { detail: string } | { error: string } | ValidationBody
  readonly headers: Record<string, string>

  constructor(
    status: number,
    body: { detail: string } | { error: string } | ValidationBody,
    headers: Record<string, string> = {},
  ) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** docs/interface.md, "Body shapes": Detail. */
export function detailError(
  status: number,
  detail: string,
  headers?: Record<string, string>,
): HttpError {
  return new HttpError(status, { detail }, headers)
}

/** For what does not exist, or is not the caller's. Not a function with a prototype: Kysely would call it with `new`. */
export const notFound = (): HttpError => detailError(404, 'Not found.')

/** docs/interface.md, "Body shapes": Validation, always a 400. */
export function validationError(fields: ValidationBody): HttpError {
  return new HttpError(400, fields)
}

/** docs/interface.md, "Body shapes": Blocklist. */
export function blocklistError(status: number, message: string): HttpError {
  return new HttpError(status, { error: message })
}
