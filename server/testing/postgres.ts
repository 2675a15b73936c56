import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '../database/database.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { startJobQueue } from '../database/job-queue.ts'
import { openReplayQueue } from '../gateway/replays/sending/replay-queue.ts'
import { openDeliveryQueues } from '../webhooks/store/add-deliveries.ts'
import { TEST_TIMINGS } from './test-timings.ts'

/** A database with all tables. Each test's database is a copy of it. */
export const TEMPLATE = 'redial_template'

/** Many connections, and no waiting for the disk, because its data is removed after the run. */
const SETTINGS = { max_connections: '400', fsync: 'off', full_page_writes: 'off' }

/** For tests, nothing is kept for replicas, and nothing runs in the background for hundreds of databases. */
const TEST_SETTINGS = {
  ...SETTINGS,
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  io_method: 'sync',
}

export type TestPostgres = {
  /** Contains its superuser and no database: `postgres://user:password@127.0.0.1:port/`. */
  url: string
  stop(): Promise<void>
}

/** Starts a PostgreSQL on a free port of loopback, in a folder that is removed when it stops. */
export async function startPostgres(
  settings: Record<string, string> = SETTINGS,
): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-postgres-'))
  const postgres = await startEmbeddedPostgres(folder, { listen: 'loopback', settings })
  return {
    url: new URL('/', postgres.url).href,
    async stop() {
      await postgres.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The same, with the template. `settings` are different from those of other tests. */
export async function startPostgresWithTemplate(
  settings: Record<string, string> = {},
): Promise<TestPostgres> {
  const postgres = await startPostgres({ ...TEST_SETTINGS, ...settings })
  await execute(postgres.url, `create database ${TEMPLATE}`)
  const database = await openDatabase({ url: `${postgres.url}${TEMPLATE}` })
  const queue = await startJobQueue(database, pino({ level: 'silent' }), TEST_TIMINGS)
  await openDeliveryQueues(queue, TEST_TIMINGS)
  await openReplayQueue(queue, TEST_TIMINGS)
  await queue.stop({ graceful: false })
  await database.close()
  return postgres
}

let made = 0

/**
 * A new copy of the template.
 *
 * @param server the result of `startPostgresWithTemplate`
 */
export async function copyTemplate(
  server: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${process.pid}_${++made}`
  await execute(server, `create database ${name} template ${TEMPLATE}`)
  return {
    url: `${server}${name}`,
    drop: () => execute(server, `drop database ${name} with (force)`),
  }
}

/** Runs a statement outside of any test's database. */
export async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}postgres` })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
