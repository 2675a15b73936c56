import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import {
  addTrackingNumber,
  deliver,
  startEngine,
  TIME_ZONE,
} from '../../testing/delivery-engine.ts'
import { rowsOf, setRows } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import type { Detail } from '../engine/outcome-writer.ts'
import { type MadeAttempt, recordAttempts } from './settle-attempts.ts'
import { madeAttempt, URL_OF_RECEIVER } from './testing/made-attempt.ts'

const database = await closedAfterAll(openTestDatabase())
const engine = await closedAfterAll(startEngine(database))
await engine.worker.stop()
const numberId = (await addTrackingNumber(database)).id
beforeEach(async () => {
  await sql`truncate failed_event, failed_event_day`.execute(database.db)
})

const accept = (count: number, event?: 'data_event') => {
  const urls = Array<string>(count).fill(URL_OF_RECEIVER)
  return deliver(database, engine.queue, numberId, urls, event && { event })
}

/** The ids of the events that late 200s have taken off the lists. */
let delisted: number[] = []
beforeEach(() => {
  delisted = []
})

const record = (attempts: MadeAttempt[], detail: Detail = 'all') =>
  database.db.transaction().execute(trx =>
    recordAttempts(trx, attempts, {
      queues: engine.queues,
      timeZone: TIME_ZONE,
      detail,
      delisted: async (_trx, ids) => void delisted.push(...ids),
    }),
  )

async function statesOf(ids: number[]) {
  const rows = await rowsOf(database.db, 'delivery', { id: ids }, 'state')
  return new Set(rows.map(({ state }) => state))
}

/** The ids of the listed events by position, and the number of events that the days count. */
async function listed() {
  const rows = await database.db
    .selectFrom('failed_event')
    .select(['id', 'position'])
    .orderBy('day')
    .orderBy('position')
    .execute()
  const days = await database.db.selectFrom('failed_event_day').select('count').execute()
  return { rows, counted: days.reduce((total, { count }) => total + count, 0) }
}

it.each<[string, boolean[], 'data_event' | undefined, number]>([
  ['after the final failure', [false, true], undefined, 1],
  ['before the final failure', [true, false], undefined, 1],
  ['after the final failure of an AI event', [false, true], 'data_event', 1],
  ['between two records of the final failure', [false, true, false], undefined, 1],
  ['after the final failure of a later attempt', [false, true], undefined, 4],
])(
  '%s, a 200 makes the event delivered and takes it off the list',
  async (_when, answers, event, failedAt) => {
    const [id = 0] = await accept(1, event)
    const before = failedAt - 1
    await setRows(database.db, 'delivery', { id }, { attempts: before })
    for (const delivered of answers)
      await record([madeAttempt(id, delivered, { number: delivered ? 1 : failedAt })])
    expect(await statesOf([id])).toEqual(new Set(['delivered']))
    expect(await listed()).toEqual({ rows: [], counted: 0 })
  },
)

it('before the retry, a 200 replaces the failure of its attempt, and later failures change nothing', async () => {
  const [id = 0] = await accept(1)
  const failed = madeAttempt(id, false, { next: { state: 'waiting', delayMs: 60_000 } })
  await record([failed])
  for (const late of [madeAttempt(id, true), failed]) {
    expect(await record([late])).toEqual([])
    expect(await statesOf([id])).toEqual(new Set(['delivered']))
  }
  const attempts = await rowsOf(database.db, 'delivery_attempt', { delivery_id: id })
  expect(attempts).toMatchObject([{ number: 1, status: 200 }])
})

it.each<Detail>(['without error text', 'without the attempt', 'result alone'])(
  'a late 200 recorded %s also takes the event off the list',
  async detail => {
    const [id = 0] = await accept(1)
    await record([madeAttempt(id, false)])
    await record([madeAttempt(id, true)], detail)
    expect(await statesOf([id])).toEqual(new Set(['delivered']))
    expect(await listed()).toEqual({ rows: [], counted: 0 })
  },
)

it('late 200s leave no gap in the positions of a day', async () => {
  const ids = await accept(6)
  for (const id of ids) await record([madeAttempt(id, false)])
  const [first, second, third, fourth, fifth, sixth] = ids
  await record([second, fifth, third].map(id => madeAttempt(id ?? 0, true)))
  expect(delisted.toSorted()).toEqual([second, third, fifth])
  expect(await listed()).toEqual({
    rows: [first, fourth, sixth].map((id, index) => ({ id, position: index + 1 })),
    counted: 3,
  })
})

it('late 200s for events of several days shorten each of these days', async () => {
  const ids = await accept(4)
  const days = ['2026-03-02T10:00:00Z', '2026-03-03T10:00:00Z']
  for (const [index, id] of ids.entries())
    await record([madeAttempt(id, false, {}, new Date(days[index % 2] ?? ''))])
  await record(ids.slice(0, 2).map(id => madeAttempt(id, true)))
  expect(await listed()).toEqual({
    rows: ids.slice(2).map(id => ({ id, position: 1 })),
    counted: 2,
  })
})

it('the list agrees with the deliveries if both outcomes are recorded at the same time', async () => {
  const ids = await accept(20)
  const later = await accept(5)
  await Promise.all([
    record(ids.map(id => madeAttempt(id, false))),
    record(ids.toReversed().map(id => madeAttempt(id, true))),
    ...later.map(id => record([madeAttempt(id, false)])),
  ])
  expect(await statesOf(ids)).toEqual(new Set(['delivered']))
  const { rows, counted } = await listed()
  expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(later)
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  expect(counted).toBe(5)
})
