import pg from 'pg'

/**
 * The database could not be reached, closed the connection, or did not answer in time. Errors that
 * PostgreSQL itself reports stay pg's.
 */
export class DatabaseAway extends Error {
  /** The message of the socket or the library. */
  readonly reason: string

  constructor(cause: Error) {
    // An error of several addresses has no message of its own.
    const reason = cause.message || ('code' in cause ? String(cause.code) : cause.name)
    super(`The database does not answer: ${reason}`, { cause })
    this.reason = reason
  }
}

/**
 * Says whether it helps to retry after a database error.
 *
 * - `transient`: the database is away, busy, restarting or full, or the transaction lost a conflict
 *   with another one. A retry can succeed. The work may even have been committed, if the connection
 *   broke during the commit.
 * - `unrecordable`: the database refuses this data and always will.
 * - `other`: a bug of ours, missing permissions or tables, or not an error of the database. The data
 *   may be fine: keep it, log an error, and retry rarely, because an update or a person may fix the
 *   cause.
 */
export type DatabaseFault = 'transient' | 'unrecordable' | 'other'

/** SQLSTATE classes: connection, rollback, resources, object in use, operator, system. */
const TRANSIENT_CLASSES = new Set(['08', '40', '53', '55', '57', '58'])

/**
 * A connection to a standby after a failover, and the time limits of a transaction. The rest of
 * class 25 are bugs.
 */
const TRANSIENT_STATES = new Set(['25006', '25P03', '25P04'])

/** SQLSTATE classes: data exception, integrity constraint, program limit (a value too large). */
const UNRECORDABLE_CLASSES = new Set(['22', '23', '54'])

/** ENOENT: the socket file is missing while PostgreSQL restarts. */
const SOCKET_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Errors that pg, pg-pool and Kysely report without a code. */
const CONNECTION_MESSAGES = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Postgres connection has been discarded',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
])

/** Classifies an error of Kysely, pg or pg-boss. */
export function databaseFault(error: unknown): DatabaseFault {
  if (error instanceof DatabaseAway) return 'transient'
  if (!(error instanceof Error)) return 'other'
  if (CONNECTION_MESSAGES.has(error.message)) return 'transient'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (SOCKET_CODES.has(code)) return 'transient'
  if (!/^[0-9A-Z]{5}$/.test(code)) return 'other'
  const sqlClass = code.slice(0, 2)
  if (TRANSIENT_CLASSES.has(sqlClass) || TRANSIENT_STATES.has(code)) return 'transient'
  return UNRECORDABLE_CLASSES.has(sqlClass) ? 'unrecordable' : 'other'
}

/** Whether a statement has waited for a lock for as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** Whether another row has a value that has to be unique. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505'
}
