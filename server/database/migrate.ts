import { type Kysely, sql, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
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
import type { Schema } from './schema.ts'

/**
 * Kysely's own lock key: versions that lock it for the session wait for this one, and the reverse.
 */
const LOCK = 3853314791062309107n

/**
 * Migrates the tables in one transaction. Processes that start together wait for one another by a
 * lock that ends with the transaction: a session lock could stay with a pooler.
 *
 * @throws the first migration's error; nothing has changed then
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx)
    const { error } = await migratorOf(trx).migrateToLatest()
    if (error) throw error
  })
}

function migratorOf(trx: Transaction<Schema>): Migrator {
  return new Migrator({
    db: trx,
    provider: {
      getMigrations: async () => ({
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
      }),
    },
  })
}
