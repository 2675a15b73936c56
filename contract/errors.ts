import * as z from 'zod/mini'

/** Identifies a request in the gateway's log and in its error answers, so that a person can quote it. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** docs/interface.md, "Body shapes": authentication, permission and general errors. */
export const DetailBody = z.object({ detail: z.string() })

/** docs/interface.md, "Body shapes": certain endpoints, especially Blocklist. */
export const BlocklistErrorBody = z.object({ error: z.string() })

/**
 * The value of a field in a Validation body: messages or, for nested objects and lists, the same
 * structure by field, by position or by index (docs/wire-format.md, "Validation
 * bodies").
 */
export type FieldErrors = string | FieldErrors[] | { [key: string]: FieldErrors }
export const FieldErrors: z.ZodMiniType<FieldErrors> = z.lazy(() =>
  z.union([z.string(), z.array(FieldErrors), z.record(z.string(), FieldErrors)]),
)

/**
 * docs/interface.md, "Body shapes": 400 for fields that fail validation. Errors of the whole request
 * are under non_field_errors.
 */
export const ValidationBody = z.record(z.string(), FieldErrors)
export type ValidationBody = z.infer<typeof ValidationBody>

export const ErrorBody = z.union([DetailBody, BlocklistErrorBody, ValidationBody])

/** The key in a Validation body for errors that belong to no field. */
export const NON_FIELD_ERRORS = 'non_field_errors'

const DEEPEST = 20

const MAX_LENGTH = 500

/** Converts a service's errors to messages by field; other values become text. */
export function toFieldErrors(errors: unknown, depth = 0): FieldErrors {
  if (typeof errors === 'string') return errors
  if (typeof errors !== 'object') return String(errors)
  if (errors === null || depth === DEEPEST) return ''
  if (Array.isArray(errors)) return errors.map(error => toFieldErrors(error, depth + 1))
  return Object.fromEntries(
    Object.entries(errors).map(([name, nested]) => [name, toFieldErrors(nested, depth + 1)]),
  )
}

/** All messages of a body in one line; null if it has no readable message. */
export function errorMessages(body: unknown): string | null {
  const messages = listMessages(toFieldErrors(body)).join(' ').trim()
  // An HTML page has no message for people.
  if (messages === '' || body === undefined || /^\s*</.test(messages)) return null
  return messages.length > MAX_LENGTH ? `${messages.slice(0, MAX_LENGTH)}…` : messages
}

function listMessages(errors: FieldErrors): string[] {
  if (typeof errors === 'string') return [errors]
  return Object.values(errors).flatMap(listMessages)
}
