import { DatabaseAway } from './database-away.ts'

/**
 * What an error of the database says about trying again.
 *
 * - `transient`: the database is away, busy, restarting or full, or the transaction lost against
 *   another one. The same work can succeed later. It may even have been committed, if the connection
 *   broke during the commit.
 * - `unrecordable`: the database refuses this data and will do so each time.
 * - `other`: a mistake of ours, missing rights or tables, or not an error of the database. Nothing
 *   in it speaks against the data: keep the data, say it loudly, and try again rarely, as an update
 *   or a person may put it right.
 */
export type DatabaseFault = 'transient' | 'unrecordable' | 'other'

/** SQLSTATE classes: connection, rollback, resources, object in use, operator, system. */
const TRANSIENT_CLASSES = new Set(['08', '40', '53', '55', '57', '58'])

/**
 * A connection that leads to a standby after a failover, and the limits of a transaction's time.
 * The rest of class 25 are mistakes.
 */
const TRANSIENT_STATES = new Set(['25006', '25P03', '25P04'])

/** SQLSTATE classes: data exception, integrity constraint, program limit (a value too large). */
const UNRECORDABLE_CLASSES = new Set(['22', '23', '54'])

/** ENOENT is a socket file that is missing while PostgreSQL restarts. */
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

/** What pg, pg-pool and Kysely say without any code. */
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
