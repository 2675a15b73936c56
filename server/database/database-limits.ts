/** The maximum number of connections, and their time limits in ms. */
export type PoolLimits = {
  size: number
  /** Until a connection is available: a new one, or one that others use. */
  connectMs: number
  /**
   * Until a query is answered. After that the connection is abandoned, because it may be dead without
   * either side knowing. `null` for no limit.
   */
  queryMs: number | null
  /**
   * Until a lock is granted within a transaction; 0 for no limit. Less than `queryMs`, so that the
   * connection survives.
   */
  lockMs: number
  /**
   * Between two queries of a transaction. After that PostgreSQL ends it and releases its locks; 0 for
   * no limit.
   */
  idleInTransactionMs: number
  /**
   * Transactions are committed without waiting for the disk, so a power cut may undo the last ones.
   * This suits attempts: one that is undone is made again, as if its outcome had not been recorded.
   */
  commitsAsynchronously?: true
  /** Called with how long a query waited for its connection, in ms. */
  observeWait?: (ms: number) => void
}

/** The limits of a pool whose transactions set none. */
export type QueryLimits = Pick<PoolLimits, 'size' | 'connectMs' | 'queryMs' | 'observeWait'>

/** The pools of a process (docs/decisions/0044). */
export type DatabaseLimits = {
  requests: PoolLimits
  attempts: PoolLimits
  longWork: PoolLimits
  /** pg-boss has no long transactions. */
  jobQueue: QueryLimits
}

export const PRODUCTION_LIMITS: DatabaseLimits = {
  // The gateway waits 25 s for the service, so the service must answer before that.
  requests: {
    size: 10,
    connectMs: 5_000,
    queryMs: 15_000,
    lockMs: 5_000,
    idleInTransactionMs: 15_000,
  },
  // In the meantime, attempts wait in the database and outcomes in memory. A dead connection has to be
  // noticed before claims expire.
  attempts: {
    size: 6,
    connectMs: 5_000,
    queryMs: 10_000,
    lockMs: 5_000,
    idleInTransactionMs: 10_000,
    commitsAsynchronously: true,
  },
  longWork: {
    size: 4,
    connectMs: 5_000,
    queryMs: 5 * 60_000,
    lockMs: 60_000,
    idleInTransactionMs: 60_000,
  },
  jobQueue: { size: 4, connectMs: 5_000, queryMs: 15_000 },
}

/** Limits for migrations, which may take long on large tables and wait for one another. */
export const MIGRATION_LIMITS: PoolLimits = {
  size: 1,
  connectMs: 10_000,
  queryMs: null,
  lockMs: 0,
  idleInTransactionMs: 0,
}

type PoolSizes = Record<
  'POOL_REQUESTS' | 'POOL_ATTEMPTS' | 'POOL_LONG_WORK' | 'POOL_JOB_QUEUE',
  number
>

/** The limits of production, with the pools of the settings. */
export function databaseLimitsOf(sizes: PoolSizes): DatabaseLimits {
  const { requests, attempts, longWork, jobQueue } = PRODUCTION_LIMITS
  return {
    requests: { ...requests, size: sizes.POOL_REQUESTS },
    attempts: { ...attempts, size: sizes.POOL_ATTEMPTS },
    longWork: { ...longWork, size: sizes.POOL_LONG_WORK },
    jobQueue: { ...jobQueue, size: sizes.POOL_JOB_QUEUE },
  }
}
