/** How long the database may take for what, in ms. */
export type ConnectionLimits = {
  /** Until there is a connection: a new one, or one that others use. */
  connectMs: number
  /**
   * Until a query is answered. Then its connection is given up: it may be dead without either side
   * knowing. `null` for no limit.
   */
  queryMs: number | null
  /**
   * Until a lock is free, within a transaction; 0 for no limit. Less than `queryMs`: then the
   * connection survives.
   */
  lockMs: number
  /**
   * Between two queries of a transaction, after which PostgreSQL ends it and frees its locks; 0 for
   * no limit.
   */
  idleInTransactionMs: number
}

/** How many connections there are at most, and their limits. */
export type PoolLimits = ConnectionLimits & {
  size: number
  /**
   * Transactions don't wait until they are on the disk, so a power cut may take back the last ones.
   * For attempts: one that is taken back is made again, as it would have been without its outcome.
   */
  commitsAsynchronously?: true
  /** Called with how long a query waited for its connection, in ms. */
  observeWait?: (ms: number) => void
}

/** The pools of a process (docs/decisions/0044). */
export type DatabaseLimits = {
  requests: PoolLimits
  attempts: PoolLimits
  longWork: PoolLimits
  /** pg-boss makes its own, and has no transactions that could wait. */
  jobQueue: Pick<PoolLimits, 'size' | 'connectMs' | 'queryMs'>
}

export const PRODUCTION_LIMITS: DatabaseLimits = {
  // The gateway waits 25 s for the service, so the service's own answer comes first.
  requests: {
    size: 10,
    connectMs: 5_000,
    queryMs: 15_000,
    lockMs: 5_000,
    idleInTransactionMs: 15_000,
  },
  // Attempts wait in the database meanwhile, and outcomes in memory: a dead connection is to be
  // noticed before claims run out.
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

/** Of migrations, which take as long as the tables are large, and wait for one another. */
export const MIGRATION_LIMITS: PoolLimits = {
  size: 1,
  connectMs: 10_000,
  queryMs: null,
  lockMs: 0,
  idleInTransactionMs: 0,
}
