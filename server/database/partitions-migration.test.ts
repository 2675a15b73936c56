import { Kysely, sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { type Database, migrateDatabase, openDatabase } from './database.ts'
import { MIGRATION_LIMITS } from './database-limits.ts'
import { LimitedDialect } from './limited-dialect.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { letMigrationsRun, loadVersion } from './testing/load-version.ts'

/** The last version without partitions. */
const BEFORE = '0b9f5a0'

let database: Database
async function open(version: string): Promise<Database> {
  const { url, drop } = await loadVersion(version)
  onTestFinished(drop)
  const opened = await openDatabase({ url })
  onTestFinished(() => opened.close())
  return opened
}
beforeEach(async () => {
  database = await open(BEFORE)
})

const isPartitioned = async ({ db }: Database) => {
  const { rows } = await sql`
    select from pg_class where oid = 'delivery'::regclass and relkind = 'p'
  `.execute(db)
  return rows.length > 0
}

/** As the version before adds a delivery, and the columns that still older ones name. */
const insert = (call: number, columns = '') => sql<{ id: number }>`
  insert into delivery (call_id, tracking_number_id, event, callback_url, payload, next_attempt_at,
    partner_id)
  values (${call}, 1, 'call_termination', 'https://hooks.example.com/', '{}', now(),
    (select partner_id from tracking_number where id = 1))
  on conflict ${sql.raw(columns)} do nothing returning id
`

/** A call, its delivery, a failed attempt and its last one, with the statements of the version before. */
async function deliver({ db }: Database, call: number): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`
      insert into tracked_call (id, tracking_number_id, ended_at) values (${call}, 1, now())
      on conflict (id) do nothing
    `.execute(trx)
    await insert(call).execute(trx)
  })
  const made = (number: number, state: string) => sql`
    with made as (
      select id as delivery_id, ${number}::integer as number, ${state} as state
      from delivery where call_id = ${call} and state = 'waiting'
    ), settled as (
      update delivery set attempts = made.number, state = made.state, settled_at = now() from made
      where delivery.id = made.delivery_id and delivery.attempts = made.number - 1
      returning delivery.id
    )
    insert into delivery_attempt (delivery_id, number, at, duration_ms)
    select delivery_id, number, now(), 1 from made join settled on settled.id = made.delivery_id
    on conflict (delivery_id, number) do update set at = excluded.at
  `
  await made(1, 'waiting').execute(db)
  await made(2, 'delivered').execute(db)
}

async function delivered({ db }: Database): Promise<number[]> {
  const { rows } = await sql<{ call: number }>`
    select call_id as call from delivery join delivery_attempt on delivery_id = delivery.id
    where state = 'delivered' and attempts = 2 group by call_id having count(*) = 2 order by call_id
  `.execute(db)
  return rows.map(({ call }) => call)
}

test('the version before works while its tables become partitions, and afterwards', async () => {
  const calls: number[] = []
  let isOver = false
  const traffic = Array.from({ length: 4 }, async (_, lane) => {
    for (let call = 10_000 * (lane + 1); !isOver; call++) {
      await deliver(database, call)
      calls.push(call)
    }
  })
  await letMigrationsRun(database.url)
  await eventually(async () => calls.length > 50)
  expect(await migrateDatabase(database.url)).toEqual(['0028-partitions'])
  expect(await isPartitioned(database)).toBe(true)
  const enough = calls.length + 50
  await eventually(async () => calls.length > enough)
  isOver = true
  await Promise.all(traffic)
  expect(await delivered(database)).toEqual(calls.toSorted((a, b) => a - b))

  // An event is still added once.
  expect((await insert(calls[0] ?? 0).execute(database.db)).rows).toEqual([])
  const { rows } = await sql<{ next: number }>`
    select nextval(pg_get_serial_sequence('failed_event', 'id')) as next
  `.execute(database.db)
  const last = await database.db
    .selectFrom('delivery')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('id', '<>', 9001)
    .executeTakeFirst()
  expect(rows[0]?.next).toBeGreaterThan(last?.id ?? 0)
})

test('an interrupted migration changes nothing, and the next start runs it', async () => {
  await letMigrationsRun(database.url)
  const end = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const reading = database.longDb.transaction().execute(async trx => {
    await sql`select from delivery`.execute(trx)
    read.resolve()
    await end.promise
  })
  await read.promise
  const own = new Kysely<Schema>({ dialect: new LimitedDialect(database.url, MIGRATION_LIMITS) })
  onTestFinished(() => own.destroy())
  const interrupted = migrate(own)
  interrupted.catch(() => {})
  await eventually(async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'lock table delivery%'
        and wait_event_type = 'Lock'
    `.execute(database.db)
    return rows.length > 0
  })
  await expect(interrupted).rejects.toThrow()
  expect(await isPartitioned(database)).toBe(false)
  end.resolve()
  await reading
  expect(await migrateDatabase(database.url)).toEqual(['0028-partitions'])
  await deliver(database, 1)
  expect(await delivered(database)).toEqual([1])
})

test('a version that names the constraint has a week to be replaced', async () => {
  const old = await open('b32f46e')
  expect(await isPartitioned(old)).toBe(false)
  await sql`
    insert into tracked_call (id, tracking_number_id, ended_at) values (1, 1, now())
  `.execute(old.db)
  expect((await insert(1, '(call_id, event)').execute(old.db)).rows).toHaveLength(1)
  await letMigrationsRun(old.url)
  await migrateDatabase(old.url)
  await expect(insert(1, '(call_id, event)').execute(old.db)).rejects.toThrow(
    'there is no unique or exclusion constraint matching',
  )
})
