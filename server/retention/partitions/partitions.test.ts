import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { addTrackingNumber } from '../../testing/delivery-engine.ts'
import { blocksOf } from '../../testing/documented-code.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { daysBefore, remove } from '../testing/retention-test.ts'
import { dropOldPartitions } from './drop-partitions.ts'
import { makePartitionAhead } from './make-partition.ts'
import { readPartitions } from './partitions.ts'
import { indexPastPartitions } from './past-partitions.ts'

const NOW = new Date('2026-11-21T08:30:00Z')

let database: Database
let numberId: number
beforeEach(async () => {
  database = await openTestDatabase()
  numberId = (await addTrackingNumber(database)).id
})
afterEach(() => database.close())

type Ended = { state?: 'waiting' | 'delivered' | 'failed'; daysAgo?: number }

/** A delivery with this id and an attempt. All later ids are higher. */
async function add(id: number, { state = 'delivered', daysAgo = 0 }: Ended = {}): Promise<void> {
  const { db } = database
  const at = daysBefore(NOW, daysAgo)
  await sql`
    insert into tracked_call (id, tracking_number_id, ended_at) values (${id}, ${numberId}, ${at})
  `.execute(db)
  await db
    .insertInto('delivery')
    .values({
      ...{
        id,
        call_id: id,
        tracking_number_id: numberId,
        event: 'call_termination',
        payload: '{}',
      },
      ...{ callback_url: 'https://receiver.example/', state, attempts: 1 },
      ...{ created_at: at, next_attempt_at: at, settled_at: state === 'waiting' ? null : at },
    })
    .execute()
  const attempt = { delivery_id: id, number: 1, at, duration_ms: 1 }
  await db.insertInto('delivery_attempt').values(attempt).execute()
  await sql`select setval('failed_event_id_seq', ${id})`.execute(db)
}

const wait = async () => {}

function make(mayRead: boolean, given: { wait?: () => Promise<void>; signal?: AbortSignal } = {}) {
  const { longDb: db, url } = database
  const { signal } = new AbortController()
  const monthAgo = daysBefore(NOW, 30)
  return makePartitionAhead({ db, url, wait, signal, monthAgo, mayRead, ...given })
}

const bounds = async () => (await readPartitions(database.db))?.map(({ from, to }) => [from, to])

const ids = async (table: 'delivery' | 'delivery_attempt') => {
  const id = sql.ref(table === 'delivery' ? 'id' : 'delivery_id')
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${sql.table(table)} order by 1
  `.execute(database.db)
  return rows.map(row => row.id)
}

test('the next partition is there before the first delivery needs it', async () => {
  await add(40_000)
  expect(await make(true)).toBeNull()
  await add(60_000)
  // It would have to read the deliveries, which a start doesn't.
  expect(await make(false)).toBeNull()
  expect(await make(true)).toBe(160_000)
  await add(80_000)
  expect(await make(true)).toBeNull()
  await add(81_000)
  expect(await make(false)).toBe(260_000)
  expect(await make(true)).toBeNull()
  expect(await bounds()).toEqual([
    [null, 160_000],
    [160_000, 260_000],
    [260_000, null],
  ])
  // As after a restored backup, which skips ids.
  await add(1_500_000)
  expect(await make(false)).toBeNull()
  expect(await make(true)).toBe(1_600_000)
  expect(await ids('delivery')).toEqual([40_000, 60_000, 80_000, 81_000, 1_500_000])
  expect(await ids('delivery_attempt')).toEqual(await ids('delivery'))
  const { rows } = await sql<{ sample: string }>`
    select (tableoid::regclass)::text as sample from delivery where id = 1500000
  `.execute(database.db)
  expect(rows).toEqual([{ sample: 'delivery_from_260000' }])
})

test('two processes make one partition', async () => {
  await add(60_000)
  const made = await Promise.all([make(true), make(true)])
  expect(made.toSorted()).toEqual([160_000, null].toSorted())
  expect(await bounds()).toHaveLength(2)
})

test('a partition goes when all of it is old, and otherwise its old deliveries', async () => {
  await add(60_000, { daysAgo: 130 })
  await add(60_001, { daysAgo: 130, state: 'failed' })
  expect(await make(true)).toBe(160_001)
  await add(200_000, { daysAgo: 120, state: 'waiting' })
  await add(200_001, { daysAgo: 120 })
  expect(await make(true)).toBe(300_001)
  await add(300_001, { daysAgo: 110 })
  await add(300_002, { daysAgo: 90 })
  expect(await make(true)).toBe(400_002)

  expect(await remove(database, NOW, { deliveries: 100 })).toMatchObject({ deliveries: 4 })
  expect(await bounds()).toEqual([
    [160_001, 300_001],
    [300_001, 400_002],
    [400_002, null],
  ])
  expect(await ids('delivery')).toEqual([200_000, 300_002])
  expect(await ids('delivery_attempt')).toEqual([200_000, 300_002])
  // Its deliveries are gone already, but its attempts go with it.
  await sql`delete from delivery where id = 200000`.execute(database.db)
  expect(await remove(database, NOW, { deliveries: 100 })).toMatchObject({ deliveries: 0 })
  expect(await bounds()).toEqual([
    [300_001, 400_002],
    [400_002, null],
  ])
  expect(await ids('delivery_attempt')).toEqual([300_002])
  // The one that takes new deliveries stays.
  await remove(database, NOW, { deliveries: 1 })
  expect(await remove(database, NOW, { deliveries: 1 })).toMatchObject({ deliveries: 0 })
  expect((await bounds())?.at(-1)).toEqual([400_002, null])
  await add(400_003)
})

test('a long transaction delays a partition, and nobody else', async () => {
  await add(60_000, { daysAgo: 130 })
  const end = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const reading = database.workerDb.transaction().execute(async trx => {
    await sql`select from delivery limit 1`.execute(trx)
    read.resolve()
    await end.promise
  })
  await read.promise
  const waits: number[][] = []
  const others = async () => {
    waits.push(await ids('delivery'))
    await add(60_000 + waits.length, { daysAgo: 130 })
    if (waits.length < 2) return
    end.resolve()
    await reading
  }
  expect(await make(true, { wait: others })).toBe(160_000)
  expect(waits).toEqual([[60_000], [60_000, 60_001]])
})

test('a long transaction delays a drop, and nobody else', async () => {
  await add(60_000, { daysAgo: 130 })
  expect(await make(true)).toBe(160_000)
  await add(160_000)
  const { longDb: db, url } = database
  const { signal } = new AbortController()
  await indexPastPartitions({ db, url, signal })
  const seen: number[] = []
  const others = async () => {
    await add(160_001 + seen.length)
    seen.push((await ids('delivery')).length)
  }
  const drop = () =>
    dropOldPartitions({ db, batchSize: 2, wait: others, signal }, daysBefore(NOW, 100))
  await db.transaction().execute(async reading => {
    await sql`select from delivery limit 1`.execute(reading)
    expect(await drop()).toBe(0)
  })
  expect(await bounds()).toHaveLength(2)
  // Between its tries, others add deliveries and read all of them.
  expect(seen).toEqual(Array.from({ length: 19 }, (_, index) => index + 3))
  expect(await drop()).toBe(1)
  expect(await bounds()).toEqual([[160_000, null]])
  expect(await ids('delivery')).toHaveLength(20)
})

test('what a killed process left is removed at the next start', async () => {
  await add(60_000)
  await sql`
    alter table delivery_first add constraint before_next_partition check (id < 60001) not valid
  `.execute(database.db)
  await expect(add(60_001)).rejects.toThrow(/before_next_partition/)
  expect(await make(false)).toBeNull()
  await add(60_002)
  expect(await make(true)).toBe(160_002)
})

test('a process that stops makes no partition', async () => {
  await add(60_000)
  const signal = AbortSignal.abort(new Error('Redial stops'))
  await expect(make(true, { signal })).rejects.toThrow('Redial stops')
  expect(await bounds()).toEqual([[null, null]])
})

test('the documented query lists the partitions with their ranges', async () => {
  await add(60_000)
  await make(true)
  const [query = ''] = blocksOf('docs/operations.md', 'Partitions', 'sql')
  const { rows } = await sql
    .raw<{ relname: string; pg_get_expr: string }>(query)
    .execute(database.db)
  expect(rows.map(({ relname, pg_get_expr: bounds }) => `${relname} ${bounds}`)).toEqual([
    "delivery_first FOR VALUES FROM (MINVALUE) TO ('160000')",
    "delivery_attempt_first FOR VALUES FROM (MINVALUE) TO ('160000')",
    "delivery_from_160000 FOR VALUES FROM ('160000') TO (MAXVALUE)",
    "delivery_attempt_from_160000 FOR VALUES FROM ('160000') TO (MAXVALUE)",
  ])
})
