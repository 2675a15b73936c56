/**
 * The database could not be reached, broke off the connection, or did not answer in time; `cause`
 * says which. Errors that PostgreSQL itself answers are pg's.
 */
export class DatabaseAway extends Error {
  constructor(cause: Error) {
    super(`The database does not answer: ${cause.message}`, { cause })
  }
}
