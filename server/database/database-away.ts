/**
 * The database could not be reached, closed the connection, or did not answer in time. Errors that
 * PostgreSQL itself reports stay pg's.
 */
export class DatabaseAway extends Error {
  /** The message of the socket or the library. */
  readonly reason: string

  constructor(cause: Error) {
    const code =
      'code' in cause
        ? String(cause.code)
        : 'An error that combines several addresses has no message of its own.'
    // An error of several addresses has no message of its own.
    const reason = cause.message || code
    super(`The database does not answer: ${reason}`, { cause })
    this.reason = reason
  }
}
