// Long: migrations wait for locks that others hold.
import { Kysely, sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../testing/empty-database.ts'
import { eventually } from '../testing/eventually.ts'
import { MIGRATION_LIMITS } from './database-limits.ts'
import { LimitedDialect } from './limited-pool.ts'
import { MIGRATIONS, migrate, type RedialMigration } from './migrate.ts'
import type { Schema } from './schema.ts'

let url: string
beforeEach(async () => {
  url = await createEmptyDatabase()
})

function connect(): Kysely<Schema> {
  // One for a transaction that is open, and one for a look at it.
  const limits = { ...MIGRATION_LIMITS, size: 2 }
  const db = new Kysely<Schema>({ dialect: new LimitedDialect(url, limits) })
  onTestFinished(() => db.destroy())
  return db
}

test('each migration takes the locks that it names', async () => {
  const db = connect()
  for (const [name, migration] of Object.entries(MIGRATIONS)) {
    const locked = await db.transaction().execute(async trx => {
      const before = await sql<{ oid: number; name: string }>`
        select oid::integer, relname as name from pg_class
      `.execute(trx)
      await migration.up(trx)
      // A migration may rename a table.
      const names = new Map(before.rows.map(({ oid, name }) => [oid, name]))
      const { rows } = await sql<{ oid: number; stops_all: boolean }>`
        select relation::integer as oid, bool_or(mode = 'AccessExclusiveLock') as stops_all
        from pg_locks join pg_class on pg_class.oid = relation
        where pid = pg_backend_pid() and relkind in ('r', 'p')
          and relation = any (${[...names.keys()]}::oid[])
          and relnamespace = 'public'::regnamespace
          and mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
        group by relation
      `.execute(trx)
      return rows.map(({ oid, stops_all }) => ({ table: names.get(oid) ?? '', stops_all }))
    })
    const tables = (all: boolean) =>
      locked
        .filter(({ stops_all }) => stops_all === all)
        .map(({ table }) => table)
        .sort()
    expect({ name, all: tables(true), writes: tables(false) }).toEqual({
      name,
      all: migration.stopsAll ?? [],
      writes: migration.stopsWrites ?? [],
    })
  }
})

const TABLE: RedialMigration = {
  does: 'Creates a large table.',
  up: async db => {
    await sql`create table large (id integer, name text)`.execute(db)
    await sql`insert into large select n, 'name ' || n from generate_series(1, 1000) n`.execute(db)
  },
}

test('a migration that waits for a table lets others read it, and runs when it is free', async () => {
  const db = connect()
  const other = connect()
  await migrate(db, { migrations: { '1000-large': TABLE } })
  const reader = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const reading = other.transaction().execute(async trx => {
    await sql`select from large`.execute(trx)
    read.resolve()
    await reader.promise
  })
  await read.promise
  const migrations = {
    '1000-large': TABLE,
    '1002-column': {
      does: 'Adds a column.',
      stopsAll: ['large'],
      up: async (db: Kysely<unknown>) => {
        await sql`alter table large add column more text`.execute(db)
      },
    },
  }
  const migrated = migrate(db, { migrations })
  const waits = () =>
    sql`
    select from pg_stat_activity where query like 'alter table large%' and wait_event_type = 'Lock'
  `.execute(other)
  await eventually(async () => (await waits()).rows.length === 1)
  expect((await sql`select from large limit 1`.execute(other)).rows).toHaveLength(1)
  await eventually(async () => (await waits()).rows.length === 0)
  reader.resolve()
  await reading
  expect(await migrated).toEqual(['1002-column'])
})
