import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { eventually } from '../../testing/eventually.ts'

/** Starts a process whose clock is an hour ahead. */
export function clockOffByAnHour(): Record<string, string> {
  const file = new URL('shifted-clock.ts', import.meta.url)
  return { NODE_OPTIONS: `--import=${file.href}`, CLOCK_OFF_BY_MS: String(60 * 60_000) }
}

/** Ends all sessions of the database but the one that executes this. */
export async function terminateBackends({ db }: Database): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(db)
}

/** Locks a table against everybody, as a migration or a person at a console would. */
export async function holdLock(
  { db, longDb }: Database,
  table: string,
  mode: 'access exclusive' | 'share row exclusive' = 'access exclusive',
) {
  // The other pools have a short limit for idle transactions.
  const trx = await longDb.startTransaction().execute()
  await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(trx)
  return {
    /** Resolves when this many others wait for a lock. */
    waitedFor: (count: number) =>
      eventually(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::integer as waiting from pg_locks where not granted
            and pid in (select pid from pg_stat_activity where datname = current_database())
        `.execute(db)
        return (rows[0]?.waiting ?? 0) >= count
      }),
    release: () => trx.commit().execute(),
  }
}

/**
 * Ends the PostgreSQL of `startPostgres`, which restarts it a second later: SIGINT rolls open
 * transactions back, SIGQUIT makes it crash.
 */
export async function endPostgres({ db }: Database, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const { rows } = await sql<{ file: string }>`
    select pg_read_file('postmaster.pid') as file
  `.execute(db)
  process.kill(Number.parseInt(rows[0]?.file ?? '', 10), signal)
}
