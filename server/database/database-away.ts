/**
 * The database could not be reached, broke off the connection, or did not answer in time. Errors
 * that PostgreSQL itself answers are pg's.
 */
export class DatabaseAway extends Error {
  /** Of the socket or the library, in its words. */
  readonly reason: string

  constructor(cause: Error) {
    const code = 'code' in cause ? String(cause.code) : 'no answer'
    // An error of several addresses has no message of its own.
    const reason = cause.message || code
    super(`The database does not answer: ${reason}`, { cause })
    this.reason = reason
  }
}
