import type { FieldErrors } from '../../contract/errors.ts'

/** The maximum depth of messages in an error body. */
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
  const said = listMessages(toFieldErrors(body)).join(' ').trim()
  // An HTML page has no message for people.
  if (said === '' || body === undefined || /^\s*</.test(said)) return null
  return said.length > MAX_LENGTH ? `${said.slice(0, MAX_LENGTH)}…` : said
}

function listMessages(errors: FieldErrors): string[] {
  if (typeof errors === 'string') return [errors]
  return Object.values(errors).flatMap(listMessages)
}
