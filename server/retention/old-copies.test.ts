import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { eraseCopiedEvents, erasePhoneNumber } from '../erasure/erase-number.ts'
import { eraseCopies } from '../erasure/erase-partner.ts'
import { copiesOfFile, item, PAST } from '../gateway/events/reading/testing/start-copies.ts'
import { eventually } from '../testing/eventually.ts'
import { answer } from '../testing/peers/test-upstream.ts'
import { setRows } from '../testing/rows.ts'
import { daysBefore, remove } from './testing/retention-test.ts'

const copies = await copiesOfFile()
const { upstream, database, caller } = copies
const { db } = database
const reader = copies.process()
const RANGE = { ...PAST, to_date: '2024-03-03' }
const DAYS = ['2024-03-02', '2024-03-01']

/** The service lists an event on each day, of which the older one is from +27825550001. */
beforeEach(() => {
  upstream.items = DAYS.map((day, at) =>
    item(`${2 - at}`, {
      failed_at: `${day}T12:00:00+02:00`,
      request_json: { caller_number: at === 1 ? '27825550001' : '27829999999' },
    }),
  )
})

async function copiedEvents(account: string): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from listed_event join event_mirror on event_mirror.id = mirror_id
    where account = ${account} order by event_id
  `.execute(db)
  return rows.map(({ event_id }) => event_id)
}

test('days that nobody has opened for COPY_RETENTION days are removed, and read when somebody does', async () => {
  const thandi = caller('retention')
  await copies.readAll(reader, thandi, RANGE)
  const opened_at = daysBefore(new Date(), 10)
  // A reader that ends may note once more that somebody waits for the day.
  await eventually(async () => {
    await setRows(db, 'event_mirror_day', { day: PAST.from_date }, { opened_at })
    await remove(database, new Date(), { COPY_RETENTION: 9 })
    return (await copiedEvents('retention')).join() === '2'
  })
  expect((await copies.readAll(reader, thandi, RANGE)).ids).toEqual(['2', '1'])
})

test('a copy without days is removed', async () => {
  await copies.readAll(reader, caller('all old'), RANGE)
  // A reader may still hold the copy, and retention then leaves it until its next round.
  await eventually(async () => {
    await remove(database, daysBefore(new Date(), -36), {})
    const { rows } = await sql`select from event_mirror where account = 'all old'`.execute(db)
    return rows.length === 0
  })
})

test('events with an erased number are removed, and their days are read again', async () => {
  const thandi = caller('erasure')
  await copies.readAll(reader, thandi, RANGE)
  expect(await erasePhoneNumber(db, '27825550001')).toMatchObject({ copied_events: 1 })
  expect(await copiedEvents('erasure')).toEqual(['2'])
  upstream.items = upstream.items.map(text => text.replace('27825550001', 'anonymous'))
  expect((await copies.readAll(reader, thandi, RANGE)).ids).toEqual(['2', '1'])
})

test('a page that the service answered before an erasure is not stored after it', async () => {
  const thandi = caller('during erasure')
  const [reached, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const before = `{"count":2,"next":null,"previous":null,"results":[${upstream.items}]}`
  upstream.behave(async (_request, response) => {
    reached.resolve()
    await erased.promise
    answer(response, 200, before)
  })
  await reader.requestRange(thandi, RANGE)
  await reached.promise
  await eraseCopiedEvents(db, '27825550001')
  upstream.behave(upstream.serve)
  upstream.items = upstream.items.map(text => text.replace('27825550001', 'anonymous'))
  erased.resolve()
  await copies.readAll(reader, thandi, RANGE)
  expect(await eraseCopiedEvents(db, '27825550001')).toBe(0)
  expect(await copiedEvents('during erasure')).toEqual(['1', '2'])
})

test('the copies of an account are erased, and another one keeps its own', async () => {
  const [one, other] = [caller('one'), caller('other')]
  await copies.readAll(reader, one, RANGE)
  await copies.readAll(reader, other, RANGE)
  const { signal } = new AbortController()
  await eraseCopies({ db, batchSize: 1, wait: async () => {}, signal }, one)
  expect(await copiedEvents('one')).toEqual([])
  expect(await copiedEvents('other')).toEqual(['1', '2'])
})
