import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Migration, type MigrationInfo, Migrator } from 'kysely/migration'
import { isLockTimeout } from './database-fault.ts'
import * as serviceAndReplays from './migrations/0001-service-and-replays.ts'
import * as deliveries from './migrations/0002-deliveries.ts'
import * as replayRuns from './migrations/0003-replay-runs.ts'
import * as receivers from './migrations/0004-receivers.ts'
import * as reportDigests from './migrations/0005-report-digests.ts'
import * as receiversByUrl from './migrations/0006-receivers-by-url.ts'
import * as sessions from './migrations/0007-sessions.ts'
import * as draftsOfRuns from './migrations/0008-drafts-of-runs.ts'
import * as activity from './migrations/0009-activity.ts'
import * as deliveriesAtSpeed from './migrations/0010-deliveries-at-speed.ts'
import * as tasksOfRuns from './migrations/0011-tasks-of-runs.ts'
import * as listsWithCaller from './migrations/0012-lists-with-caller.ts'
import * as handledEvents from './migrations/0013-handled-events.ts'
import * as receiversOfRuns from './migrations/0014-receivers-of-runs.ts'
import * as momentsOfFailures from './migrations/0015-moments-of-failures.ts'
import * as fieldsOfServices from './migrations/0016-fields-of-services.ts'
import * as replayAttemptsByName from './migrations/0017-replay-attempts-by-name.ts'
import * as usedSettings from './migrations/0020-used-settings.ts'
import * as removedNumbersAndPartners from './migrations/0022-removed-numbers-and-partners.ts'
import * as expiringTokens from './migrations/0023-expiring-tokens.ts'
import * as retention from './migrations/0026-retention.ts'
import * as accountsOfSessions from './migrations/0027-accounts-of-sessions.ts'
import * as partitions from './migrations/0028-partitions.ts'
import * as companiesOfReplays from './migrations/0029-companies-of-replays.ts'
import * as handledEventsOfRuns from './migrations/0030-handled-events-of-runs.ts'
import {
  buildIndexes,
  type ConcurrentIndex,
  missingIndexes,
} from './migrations/concurrent-indexes.ts'
import type { Schema } from './schema.ts'
import { hasTable, type WaitsFor, waitingMigrations } from './waiting-migrations.ts'

/**
 * A migration may name indexes that are built concurrently before its `up` runs, outside of a transaction.
 * Other migrations build no index on a table that may be large (docs/decisions/0059). And it may wait until
 * another one has run for some days.
 */
export type RedialMigration = Migration & {
  concurrentIndexes?: ConcurrentIndex[]
  waitsFor?: WaitsFor
}

/** All migrations, in their order. Those that have been released never change. */
export const MIGRATIONS = {
  '0001-service-and-replays': serviceAndReplays,
  '0002-deliveries': deliveries,
  '0003-replay-runs': replayRuns,
  '0004-receivers': receivers,
  '0005-report-digests': reportDigests,
  '0006-receivers-by-url': receiversByUrl,
  '0007-sessions': sessions,
  '0008-drafts-of-runs': draftsOfRuns,
  '0009-activity': activity,
  '0010-deliveries-at-speed': deliveriesAtSpeed,
  '0011-tasks-of-runs': tasksOfRuns,
  '0012-lists-with-caller': listsWithCaller,
  '0013-handled-events': handledEvents,
  '0014-receivers-of-runs': receiversOfRuns,
  '0015-moments-of-failures': momentsOfFailures,
  '0016-fields-of-services': fieldsOfServices,
  '0017-replay-attempts-by-name': replayAttemptsByName,
  '0020-used-settings': usedSettings,
  '0022-removed-numbers-and-partners': removedNumbersAndPartners,
  '0023-expiring-tokens': expiringTokens,
  '0026-retention': retention,
  '0027-accounts-of-sessions': accountsOfSessions,
  '0028-partitions': partitions,
  '0029-companies-of-replays': companiesOfReplays,
  '0030-handled-events-of-runs': handledEventsOfRuns,
} satisfies Record<string, RedialMigration>

/**
 * Kysely's own lock key: versions that lock it for the session wait for this one, and the reverse.
 */
const LOCK = 3853314791062309107n

/**
 * A migration that waits for a table's lock has everybody else wait behind it, so it stops waiting soon, and
 * tries again after a pause in which they continue.
 */
const LOCK_TIMEOUT_MS = 1_000
const PAUSE_MS = 1_000
const WARN_AFTER_TRIES = 10

type MigrateOptions = {
  logger?: Pick<FastifyBaseLogger, 'warn'> | undefined
  /** How often a migration may wait for a table. Default: until it gets it. */
  maxTries?: number | undefined
  /** Only tests pass their own. */
  migrations?: Record<string, RedialMigration>
}

/**
 * Migrates the tables, each migration in a transaction of its own, so that a table is locked no longer than
 * its own migration takes. Those that wait are left for a later call. Processes that start together wait
 * for one another by a lock that ends with the transaction: a session lock could stay with a pooler.
 *
 * @returns the names of the migrations that ran
 * @throws the first migration's error, or its last lock timeout; those before it stay, and that one has
 *   changed nothing
 */
export async function migrate(db: Kysely<Schema>, options: MigrateOptions = {}): Promise<string[]> {
  const { logger, migrations = MIGRATIONS, maxTries = Number.POSITIVE_INFINITY } = options
  const done: string[] = []
  for (let tries = 1; ; ) {
    try {
      const { ran, missing } = await step(db, migrations)
      if (missing.length > 0) await buildIndexes(db, missing)
      else if (ran === null) return done
      else done.push(ran)
      tries = 1
    } catch (error) {
      if (!isLockTimeout(error) || tries >= maxTries) throw error
      if (tries++ % WARN_AFTER_TRIES === 0) {
        logger?.warn('A migration waits for a table that a long transaction uses, and tries again')
      }
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Those that have not run on this database, in their order: those that a start would run, and those that
 * wait. Nothing is changed.
 */
export async function pendingMigrations(
  db: Transaction<Schema>,
): Promise<{ due: string[]; waiting: string[] }> {
  const migrator = await createMigrator(db, MIGRATIONS)
  const names = pendingOf(await migrator.getMigrations()).map(({ name }) => name)
  const waits = await waitingMigrations(db, MIGRATIONS)
  return {
    due: names.filter(name => !waits.has(name)),
    waiting: names.filter(name => waits.has(name)),
  }
}

/** Runs the next migration, or says which indexes have to be built before it. */
async function step(
  db: Kysely<Schema>,
  migrations: Record<string, RedialMigration>,
): Promise<{ ran: string | null; missing: ConcurrentIndex[] }> {
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx)
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx)
    const migrator = await createMigrator(trx, await withoutWaiting(trx, migrations))
    const [next] = pendingOf(await migrator.getMigrations())
    if (next === undefined) return { ran: null, missing: [] }
    const missing = await missingIndexes(trx, migrations[next.name]?.concurrentIndexes ?? [])
    if (missing.length > 0) return { ran: null, missing }
    const { error } = await migrator.migrateUp()
    if (error) throw error
    return { ran: next.name, missing }
  })
}

async function withoutWaiting(
  trx: Transaction<Schema>,
  migrations: Record<string, RedialMigration>,
): Promise<Record<string, RedialMigration>> {
  const waiting = await waitingMigrations(trx, migrations)
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => !waiting.has(name)))
}

function pendingOf(all: readonly MigrationInfo[]): MigrationInfo[] {
  return all.filter(({ executedAt }) => executedAt === undefined)
}

/**
 * Migrations are developed side by side, so one with a lower number may come later. And a process of this
 * version has to start beside a newer one, whose migrations it doesn't know.
 */
async function createMigrator(
  trx: Transaction<Schema>,
  migrations: Record<string, RedialMigration>,
): Promise<Migrator> {
  const unknown = (await executedNames(trx)).filter(name => !(name in migrations))
  const placeholders = unknown.map(name => [name, { up: async () => {} }] as const)
  return new Migrator({
    db: trx,
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () => ({ ...migrations, ...Object.fromEntries(placeholders) }),
    },
  })
}

async function executedNames(trx: Transaction<Schema>): Promise<string[]> {
  if (!(await hasTable(trx, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(trx)
  return rows.map(({ name }) => name)
}
