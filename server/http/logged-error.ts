/** Long enough to be a phone number. A database's message may quote the value that it refused. */
const DIGITS = /\d{7,}/g

/**
 * The part of an error that is logged. Errors of a database also contain the statement's
 * parameters and the row, including phone numbers and payloads.
 */
export function loggedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: masked(String(error)) }
  const { name, message, stack } = error
  return {
    type: name,
    message: masked(message),
    ...('code' in error ? { code: error.code } : {}),
    ...(stack === undefined ? {} : { stack: masked(stack) }),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
  }
}

function masked(text: string): string {
  return text.replace(DIGITS, '…')
}
