import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readEnv } from '../config/read-env.ts'
import type { Database } from '../database/database.ts'
import { startJobQueue } from '../database/job-queue.ts'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { eventually } from '../testing/eventually.ts'
import { addRow } from '../testing/rows.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { TEST_TIMINGS } from '../testing/test-timings.ts'
import { deleteInBatches } from './retention.ts'
import { RETENTION_QUEUE, startRetention } from './start-retention.ts'
import { daysBefore, remove } from './testing/retention-test.ts'

const NOW = new Date('2026-11-21T08:30:00Z')
const open = closedAfterEach()

function addActivity({ db }: Database, days: number[]) {
  const entry = { service: 's', account: 'a', by: 'session', outcome: 'done' } as const
  return db
    .insertInto('activity')
    .values(
      days.map(day => ({
        ...entry,
        kind: 'signed_in' as const,
        details: '{}',
        at: daysBefore(NOW, day),
      })),
    )
    .execute()
}

const entriesOf = ({ db }: Database) => db.selectFrom('activity').select('at').execute()

test('a batch that was not full does not end a deletion', async () => {
  const { db } = await open(openTestDatabase())
  await sql`create table listed (batch integer)`.execute(db)
  await sql`insert into listed select 1 from generate_series(1, 10)`.execute(db)
  await sql`insert into listed values (2), (2), (2), (3)`.execute(db)
  const removal = { db, batchSize: 10, wait: async () => {}, signal: new AbortController().signal }
  const oneBatch = sql`delete from listed where batch = (select min(batch) from listed)`
  expect(await deleteInBatches(removal, oneBatch)).toBe(14)
})

test('old entries and answers are removed in batches', async () => {
  const database = await open(openTestDatabase())
  await addActivity(database, [364, 366, 400, 500])
  const removal = { ACTIVITY_RETENTION: 365, ANSWER_RETENTION: 90 }
  expect(await remove(database, NOW, removal)).toMatchObject({ activity: 3, answers: 0 })
  expect(await entriesOf(database)).toEqual([{ at: daysBefore(NOW, 364) }])
  expect(await remove(database, NOW, removal)).toMatchObject({ activity: 0 })
})

test('a follow-up is removed when nobody has written about it for as long as activity is kept', async () => {
  const database = await open(openTestDatabase())
  const { db } = database
  const add = async (value: string, changed: number, noted: number) => {
    const { id: follow_up_id } = await addRow(db, 'follow_up', {
      ...{ service: 's', account: 'a', kind: 'company', value },
      changed_at: daysBefore(NOW, changed),
    })
    await addRow(db, 'follow_up_note', {
      follow_up_id,
      what: 'note',
      text: 'Called',
      at: daysBefore(NOW, noted),
    })
  }
  await add('old', 400, 366)
  await add('changed', 364, 400)
  await add('noted', 400, 364)
  await remove(database, NOW, { ACTIVITY_RETENTION: 365 })
  const kept = await db.selectFrom('follow_up').select('value').orderBy('id').execute()
  expect(kept).toEqual([{ value: 'changed' }, { value: 'noted' }])
  expect(await db.selectFrom('follow_up_note').select('text').execute()).toHaveLength(2)
})

test('each night one of the processes removes old data', async () => {
  const database = await open(openTestDatabase())
  await addActivity(database, [364, 366])
  const done: string[] = []
  const start = async (name: string) => {
    const logger = pino({ level: 'silent' })
    const queue = await startJobQueue(database, logger, { ...TEST_TIMINGS, schedules: true })
    const stop = await startRetention({
      ...{ queue, database, logger, env: readEnv({ TIME_ZONE: 'Europe/Berlin' }) },
      ...{ now: () => NOW, pollS: 0.5 },
      observe: ({ activity }) => void done.push(`${name} removed ${activity}`),
    })
    open(Promise.resolve({ close: () => stop().then(() => queue.stop({ graceful: false })) }))
    return queue
  }
  const queues = [await start('one'), await start('two')]
  const [queue] = queues
  expect(await queue?.getSchedules(RETENTION_QUEUE)).toMatchObject([
    { cron: '40 2 * * *', timezone: 'Europe/Berlin', options: { missed: 'once' } },
  ])
  // As the schedules of two processes would.
  for (const each of queues) await each.send(RETENTION_QUEUE)
  await eventually(
    async () => (await queue?.findJobs(RETENTION_QUEUE))?.at(0)?.state === 'completed',
  )
  expect(done).toEqual([expect.stringMatching(/^(one|two) removed 1$/)])
  expect(await entriesOf(database)).toEqual([{ at: daysBefore(NOW, 364) }])
})
