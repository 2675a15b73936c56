import type { FieldErrors } from '../../contract/errors.ts'

/** Nobody nests messages deeper; whatever does is no message. */
const DEEPEST = 20
const MAX_LENGTH = 500

/** What a service sent as errors, as messages by place: whatever isn't text is written out. */
export function fieldErrorsOf(errors: unknown, depth = 0): FieldErrors {
  if (typeof errors === 'string') return errors
  if (typeof errors !== 'object') return String(errors)
  if (errors === null || depth === DEEPEST) return ''
  if (Array.isArray(errors)) return errors.map(error => fieldErrorsOf(error, depth + 1))
  return Object.fromEntries(
    Object.entries(errors).map(([name, nested]) => [name, fieldErrorsOf(nested, depth + 1)]),
  )
}

/** All that a body says, in a line; null where it says nothing that a person could read. */
export function errorMessages(body: unknown): string | null {
  const said = messagesOf(fieldErrorsOf(body)).join(' ').trim()
  // A page of HTML is for browsers.
  if (said === '' || body === undefined || /^\s*</.test(said)) return null
  return said.length > MAX_LENGTH ? `${said.slice(0, MAX_LENGTH)}…` : said
}

function messagesOf(errors: FieldErrors): string[] {
  if (typeof errors === 'string') return [errors]
  return Object.values(errors).flatMap(messagesOf)
}
