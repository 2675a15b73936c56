import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type { PoolLimits } from './database-limits.ts'
import { LimitedPool } from './limited-pool.ts'

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

  override createAdapter(): DialectAdapter {
    return new LocklessAdapter()
  }
}

/** Migrations hold a transaction lock (migrate.ts). Kysely's own locks belong to the session. */
class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
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
