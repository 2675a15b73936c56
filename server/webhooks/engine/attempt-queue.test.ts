import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { startJobQueue } from '../../database/job-queue.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import { AttemptQueue } from './attempt-queue.ts'

const SETTINGS = { ...TEST_TIMINGS, name: 'attempts-of-a-test', idField: 'deliveryId' }

let database: Database
let boss: PgBoss
beforeEach(async () => {
  database = await openTestDatabase()
  boss = await startJobQueue(database, pino({ level: 'silent' }), TEST_TIMINGS)
})
afterEach(async () => {
  await boss.stop({ graceful: false })
  await database.close()
})

test('the index of active jobs has an entry for each job, also in a queue that exists already', async () => {
  const { db } = database
  const options = () =>
    sql<{ reloptions: string[] | null }>`
      select index.reloptions from job_queue.queue
      join pg_class index on index.relname = queue.table_name || '_i7'
      where queue.name = ${SETTINGS.name}
    `.execute(db)
  await AttemptQueue.open(boss, SETTINGS)
  expect((await options()).rows).toEqual([{ reloptions: ['deduplicate_items=off'] }])

  const { rows } = await sql<{ table_name: string }>`
    select table_name from job_queue.queue where name = ${SETTINGS.name}
  `.execute(db)
  const index = sql.raw(`job_queue.${rows[0]?.table_name}_i7`)
  await sql`alter index ${index} reset (deduplicate_items)`.execute(db)
  expect((await options()).rows).toEqual([{ reloptions: null }])
  await AttemptQueue.open(boss, SETTINGS)
  expect((await options()).rows).toEqual([{ reloptions: ['deduplicate_items=off'] }])
})

test('ids of jobs follow the order in which the jobs were added', async () => {
  const { db } = database
  const attempts = await AttemptQueue.open(boss, SETTINGS)
  const url = 'https://receiver.example/calls'
  for (let id = 1; id <= 3; id++) {
    const attempt = { id, number: 1, url, account: 'acme', delayMs: 0 }
    await db.transaction().execute(trx => attempts.add(trx, [attempt]))
  }
  const { rows } = await sql<{ delivery: number }>`
    select (data ->> 'deliveryId')::integer as delivery from job_queue.job
    where name = ${SETTINGS.name} order by id
  `.execute(db)
  expect(rows.map(({ delivery }) => delivery)).toEqual([1, 2, 3])
})
