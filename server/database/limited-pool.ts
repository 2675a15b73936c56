import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { DatabaseAway, databaseFault } from './database-fault.ts'
import type { PoolLimits, QueryLimits } from './database-limits.ts'

/** After this time, the system checks whether the other side of an idle connection is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000

/**
 * A pool that abandons a connection when a query takes too long. pg itself leaves the query running
 * on a connection that returns to the pool, so the next user of the connection waits as well.
 *
 * @throws DatabaseAway from `connect` and from queries
 */
export class LimitedPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #clients = new WeakMap<PostgresPoolClient, LimitedClient>()
  readonly #observeWait: ((ms: number) => void) | undefined

  /** @param prepare runs on each new connection before it is used */
  constructor(
    url: string,
    limits: QueryLimits,
    prepare?: (client: pg.ClientBase) => Promise<unknown>,
  ) {
    const { size, connectMs, queryMs, observeWait } = limits
    this.#observeWait = observeWait
    // Nothing is sent when a connection starts, because a connection pooler refuses settings at that point.
    this.#pool = new pg.Pool({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      ...(queryMs !== null && { query_timeout: queryMs }),
      ...(prepare && { onConnect: async client => void (await prepare(client)) }),
      types: {
        getTypeParser: (oid, format) => {
          if (oid === pg.types.builtins.INT8) return Number
          if (oid === pg.types.builtins.DATE) return String
          return pg.types.getTypeParser(oid, format)
        },
      },
    })
    // The pool replaces a connection that breaks, and its query fails. Without a listener, the error of
    // an idle connection, or of one between two queries of a transaction, would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', client => client.on('error', () => {}))
  }

  get options(): object {
    return this.#pool.options
  }

  async connect(): Promise<LimitedClient> {
    const since = performance.now()
    const client: PostgresPoolClient = await this.#pool
      .connect()
      .catch(error => {
        throw asAway(error)
      })
      .finally(() => this.#observeWait?.(performance.now() - since))
    // Kysely identifies a connection by its object.
    const limited = this.#clients.get(client) ?? new LimitedClient(client)
    this.#clients.set(client, limited)
    return limited
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

class LimitedClient implements PostgresPoolClient {
  readonly #client: PostgresPoolClient
  #givenUp: DatabaseAway | null = null

  constructor(client: PostgresPoolClient) {
    this.#client = client
  }

  query<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query<Row>(
    query: string | PostgresCursor<Row>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof query !== 'string') return this.#client.query(query)
    return this.#query(query, parameters)
  }

  async #query<Row>(
    sql: string,
    parameters: ReadonlyArray<unknown>,
  ): Promise<PostgresQueryResult<Row>> {
    // A rollback would wait once more.
    if (this.#givenUp !== null) throw this.#givenUp
    try {
      return await this.#client.query<Row>(sql, parameters.map(spelled))
    } catch (error) {
      const away = asAway(error)
      if (away instanceof DatabaseAway) this.#givenUp = away
      throw away
    }
  }

  /**
   * Ends the connection if it was abandoned. pg then destroys its socket without notifying PostgreSQL.
   */
  release(destroy = false): void {
    this.#client.release(destroy || this.#givenUp !== null)
  }
}

/**
 * Arrays of ids, numbers and times as PostgreSQL writes them. pg looks at each character of each element
 * for what needs escaping, which took a twentieth of all time at 5,000 deliveries a second.
 */
function spelled(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value
  return value.every(isPlain) ? `{${value.join(',')}}` : value
}

/** Such texts need no quotes. */
const PLAIN = /^(?!null$)[\w:./-]+$/i

function isPlain(element: unknown): boolean {
  if (typeof element === 'string') return PLAIN.test(element)
  return typeof element === 'number' || typeof element === 'boolean'
}

/** An error that PostgreSQL reported stays unchanged, because its code says what happened. */
function asAway(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return error
  return databaseFault(error) === 'transient' ? new DatabaseAway(error) : error
}

/** PostgreSQL through its own pool, with time limits for queries and transactions. */
export class LimitedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #limits: PoolLimits

  constructor(url: string, limits: PoolLimits) {
    const config = { pool: new LimitedPool(url, limits) }
    super(config)
    this.#config = config
    this.#limits = limits
  }

  override createDriver(): Driver {
    return new LimitedDriver(this.#config, this.#limits)
  }
}

/** PostgreSQL answers before `queryMs` have passed, so that the connection can be kept. */
const SOONER = 0.9

class LimitedDriver extends PostgresDriver {
  readonly #settings: string

  constructor(config: PostgresDialectConfig, limits: PoolLimits) {
    super(config)
    const statementMs = Math.floor((limits.queryMs ?? 0) * SOONER)
    this.#settings = [
      `set local statement_timeout = ${statementMs}`,
      `set local lock_timeout = ${limits.lockMs}`,
      `set local idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
      ...(limits.commitsAsynchronously ? ['set local synchronous_commit = off'] : []),
    ].join('; ')
  }

  /**
   * PostgreSQL's own limits are set for each transaction, because behind a pooler the next transaction
   * may use another connection. They are sent with the BEGIN, which costs no extra round trip.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const isPlain = settings.isolationLevel === undefined && settings.accessMode === undefined
    if (!isPlain) await super.beginTransaction(connection, settings)
    const begin = isPlain ? 'begin; ' : ''
    await connection.executeQuery(CompiledQuery.raw(`${begin}${this.#settings}`))
  }
}
