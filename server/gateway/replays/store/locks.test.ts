import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { closedAfterAll } from '../../../testing/closed-after-each.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { OWNER, storedItems } from '../testing/stored-items.ts'
import { lockForChange, tryLockRelease } from './locks.ts'

const database = await closedAfterAll(openTestDatabase())
const { db, workerDb } = database
const { addOne } = storedItems(database)

const calls = 'call_events_fail'
const { service } = OWNER

test('only one process releases events of a list at a time', async () => {
  const tryIt = (list: FailedEventList | null) =>
    workerDb.transaction().execute(trx => tryLockRelease(trx, { id: randomUUID(), service, list }))
  await db.transaction().execute(async trx => {
    expect(await tryLockRelease(trx, { id: randomUUID(), service, list: calls })).toBe(true)
    expect(await tryIt(calls)).toBe(false)
    expect(await tryIt(null)).toBe(false)
    expect(await tryIt('transcription_events_fail')).toBe(true)
  })
  expect(await tryIt(null)).toBe(true)
})

test('nothing of a run is released while somebody changes it', async () => {
  const { runId: id } = await addOne('running', 'queued')
  const tryIt = () =>
    workerDb.transaction().execute(trx => tryLockRelease(trx, { id, service, list: calls }))
  await db.transaction().execute(async trx => {
    await lockForChange(trx, id, OWNER)
    expect(await tryIt()).toBe(false)
  })
  expect(await tryIt()).toBe(true)
})
