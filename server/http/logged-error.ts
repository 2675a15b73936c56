/** Long enough to be a phone number; a message of a database may quote the value that it refused. */
const DIGITS = /\d{7,}/g

/**
 * What the log keeps of an error. Not the whole of it: those of a database carry the statement's
 * parameters and the row, phone numbers and payloads among them.
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
