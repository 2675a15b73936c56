import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../testing/empty-database.ts'
import { runCommand } from '../testing/run-redial.ts'
import { openDatabase } from './database.ts'
import { MIGRATION_LIMITS } from './database-limits.ts'
import { LimitedDialect } from './limited-pool.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

test('processes that start together create the tables once, with transaction locks only', async () => {
  const url = await createEmptyDatabase()
  const statements: string[] = []
  const logged = new Kysely<Schema>({
    dialect: new LimitedDialect(url, MIGRATION_LIMITS),
    log: ({ query }) => void statements.push(query.sql),
  })
  onTestFinished(() => logged.destroy())
  const [one, other] = await Promise.all([
    openDatabase({ url }),
    openDatabase({ url }),
    migrate(logged),
  ])
  for (const database of [one, other]) {
    expect(await database.db.selectFrom('partner').selectAll().execute()).toEqual([])
    await database.close()
  }
  expect(statements.join('\n')).toContain('pg_advisory_xact_lock')
  for (const statement of statements) {
    expect(statement).not.toMatch(/pg_advisory_(un)?lock|^\s*set (?!local)/i)
  }
})

const plan = (command: 'plan' | 'run', url: string) =>
  runCommand(['server/commands/migrate.ts', command], {
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret for tests, of enough characters',
  })

test('the plan lists the migrations that would run, and changes nothing', async () => {
  const url = await createEmptyDatabase()
  for (const _ of [1, 2]) {
    const { code, output } = await plan('plan', url)
    expect(code).toBe(0)
    expect(output).toContain(
      '2 migrations would run, each in its own transaction:\n\n0001-tables\n  Creates the tables.\n  Stops nobody.\n',
    )
  }
})

test('a plan after the migrations have run is empty', async () => {
  const url = await createEmptyDatabase()
  expect((await plan('run', url)).output).toBe('Ran 0001-tables, 0002-listed-events.\n')
  expect((await plan('plan', url)).output).toBe(
    'The database is up to date. Nothing would change.\n',
  )
})

/** The rows of event_state that migration 0002 makes of rows of earlier tables. */
async function statesMadeOf(statements: string[]) {
  const url = await createEmptyDatabase()
  const db = new Kysely<Schema>({ dialect: new LimitedDialect(url, MIGRATION_LIMITS) })
  onTestFinished(() => db.destroy())
  const { '0001-tables': tables = expect.fail() } = MIGRATIONS
  await migrate(db, { migrations: { '0001-tables': tables } })
  for (const statement of statements) await sql.raw(statement).execute(db)
  await migrate(db)
  return db.selectFrom('event_state').selectAll().orderBy('event_id').execute()
}

const MARK = `insert into handled_event (service, account, list, event_id, who, at)
  values ('own', 'acme', 'call_events_fail', '1', 'Pieter', '2026-11-22 10:00Z')`

/** Replays an event in a run of its own, which covers the days from the 20th until before `until`. */
const replayed = (event_id: string, state: string, at: string, until = '2026-11-23') => `
  with run as (
    insert into replay_run (id, service, account, list, who, made_by, from_date, to_date, started_at)
    values (gen_random_uuid(), 'own', 'acme', 'call_events_fail', 'Thandi at ${at}', 'x', '2026-11-20',
      '${until}', now())
    returning id
  ), item as (
    insert into replay_item (run_id, service, list, event_id, state, payload, settled_at)
    select id, 'own', 'call_events_fail', '${event_id}', '${state}', '{}', '2026-11-22 ${at}Z' from run
    returning id
  )
  insert into replay_attempt (item_id, service, at, status, error, duration_ms)
  select id, 'own', now(), 500, 'failed at ${at}', 1 from item`

const OF_EVENT = { service: 'own', account: 'acme', list: 'call_events_fail', event_id: '1' }

test('the states of events are made of marks', async () => {
  expect(await statesMadeOf([MARK])).toMatchObject([
    { ...OF_EVENT, handled_at: new Date('2026-11-22T10:00:00Z'), handled_by: 'Pieter' },
  ])
})

test('the state of an event is made of its newest failure and its newest delivery', async () => {
  const failures = ['08:00', '09:00'].map(at => replayed('1', 'failed_again', at))
  const deliveries = ['06:00', '07:00'].map(at => replayed('1', 'delivered', at))
  expect(await statesMadeOf([MARK, ...failures, ...deliveries])).toMatchObject([
    {
      ...OF_EVENT,
      handled_by: 'Pieter',
      delivered_at: new Date('2026-11-22T07:00:00Z'),
      delivered_by: 'Thandi at 07:00',
      failed_again_at: new Date('2026-11-22T09:00:00Z'),
      failed_again_by: 'Thandi at 09:00',
      failure: { status: 500, error: 'failed at 09:00', cause: null },
      cause: 'Answered 500, an error on its side',
      status: 500,
    },
  ])
})

test('the state of an event has the day of the run that covers one day, also of an older one', async () => {
  const replays = [
    replayed('1', 'delivered', '06:00', '2026-11-21'),
    replayed('1', 'delivered', '07:00'),
  ]
  expect(await statesMadeOf(replays)).toMatchObject([{ day: '2026-11-20' }])
})

test('events that no replay has settled have no state', async () => {
  const states = ['prepared', 'queued', 'sending', 'skipped']
  expect(await statesMadeOf(states.map(state => replayed(state, state, '06:00')))).toEqual([])
})

test('a database from before the first release is refused with a sentence', async () => {
  const url = await createEmptyDatabase()
  const database = await openDatabase({ url })
  await sql`update kysely_migration set name = '0001-service-and-replays' where name = '0001-tables'`.execute(
    database.db,
  )
  await database.close()
  await expect(openDatabase({ url })).rejects.toThrow(
    /from before the first release made this database.*set DATA_DIR to an empty folder/,
  )
})

test('this version starts on a database that a newer version has migrated', async () => {
  const url = await createEmptyDatabase()
  const database = await openDatabase({ url })
  await sql`insert into kysely_migration values ('9999-newer', '2027-01-01')`.execute(database.db)
  await database.close()
  await (await openDatabase({ url })).close()
})
