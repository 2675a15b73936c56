import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Reading } from '../../../../contract/events.ts'
import { STANDARD_FIELDS } from '../../../../contract/fields/field-map.ts'
import { eventually } from '../../../testing/eventually.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { onlyRow } from '../../../testing/rows.ts'
import { idsDownFrom } from '../../replays/testing/list-upstream.ts'
import { copiesOfFile, FUTURE, item, itemsDownFrom, PAST } from './testing/start-copies.ts'

const copies = await copiesOfFile()
const { upstream, caller } = copies
const reader = copies.process()

const isDone =
  (events: number) =>
  ({ count, is_reading }: Reading) =>
    count === events && !is_reading

const LEADS_NOWHERE = { status: 502, detail: expect.stringContaining('leads to nothing new') }
const pages = () => upstream.requests.map(({ query }) => query.get('page'))
const days = () =>
  upstream.requests.map(({ query }) => `${query.get('from_date')} ${query.get('to_date')}`)

test('a range is read once and kept in the order of the service', async () => {
  upstream.items = itemsDownFrom(250)
  const { reading, ids } = await copies.readAll(reader, caller('order'), PAST)
  expect(ids).toEqual(idsDownFrom(250))
  expect(reading).toMatchObject({ count: 250, read: 250, problem: null, is_stopped: false })
  expect(pages()).toEqual(['1', '2', '3'])
})

test('a list without a count continues after a page whose events equal earlier ones', async () => {
  const pages = [[1, 2], [2, 1], [3]]
  upstream.behave(({ query }, response) => {
    const page = Number(query.get('page'))
    const next = page < pages.length ? `?page=${page + 1}` : null
    const results = pages[page - 1]?.map(call_id => ({ request_json: { call_id } }))
    answer(response, 200, { next, previous: null, results })
  })
  expect((await copies.readAll(reader, caller('equal events'), PAST)).ids).toHaveLength(5)
})

test('a list without a count or links is read until a page is not full', async () => {
  upstream.items = itemsDownFrom(250)
  upstream.behave(({ query }, response) => {
    const from = (Number(query.get('page')) - 1) * 100
    answer(response, 200, `{"failures":[${upstream.items.slice(from, from + 100)}]}`)
  })
  const { ids } = await copies.readAll(reader, caller('silent'), PAST)
  expect(ids).toEqual(idsDownFrom(250))
})

test('a day that is over is not read again', async () => {
  upstream.items = itemsDownFrom(3)
  await copies.readAll(reader, caller('over'), PAST)
  await copies.readAll(reader, caller('over'), PAST)
  expect(pages()).toEqual(['1'])
})

test('a day that may change is read again to the first page that has only events of the copy', async () => {
  const thandi = caller('again')
  upstream.items = itemsDownFrom(350)
  await copies.readAll(reader, thandi, FUTURE)
  await copies.age(thandi)
  upstream.requests.length = 0
  upstream.items = itemsDownFrom(352)
  const { ids } = await copies.readUntil(reader, thandi, FUTURE, isDone(352))
  expect(ids).toEqual(idsDownFrom(352))
  // The third is requested before it is clear that the second is the last one.
  expect(pages()).toEqual(['1', '2', '3'])
})

test('a copy is as old as its oldest day that may change', async () => {
  upstream.items = [item(1)]
  const range = { ...FUTURE, to_date: '2999-01-03' }
  const { reading: first } = await copies.readAll(reader, caller('age'), range)
  await sql`
    update event_mirror_day set is_final = true, complete_at = complete_at - interval '3 days'
    where day = ${FUTURE.from_date} and mirror_id = (select id from event_mirror where account = 'age')
  `.execute(copies.database.db)
  const { reading } = await copies.readAll(reader, caller('age'), range)
  expect(reading.read_at).toBe(first.read_at)
})

test('a range that somebody opens is read again at once, and not while a page shows it', async () => {
  const thandi = caller('opened')
  upstream.items = itemsDownFrom(3)
  await copies.readAll(reader, thandi, FUTURE)
  await copies.readAll(reader, thandi, FUTURE)
  expect(pages()).toEqual(['1'])
  upstream.items = itemsDownFrom(4)
  await copies.ageReading(thandi, '11 seconds')
  const { ids } = await copies.readAll(reader, thandi, FUTURE)
  expect(ids).toEqual(idsDownFrom(4))
})

test('an event that left the list leaves the copy', async () => {
  const thandi = caller('left')
  upstream.items = itemsDownFrom(250)
  await copies.readAll(reader, thandi, FUTURE)
  await copies.age(thandi)
  upstream.items = itemsDownFrom(250).toSpliced(120, 1)
  const { ids } = await copies.readUntil(reader, thandi, FUTURE, isDone(249))
  expect(ids).toEqual(idsDownFrom(250).toSpliced(120, 1))
})

test('an event that changed is changed in the copy when it is read again', async () => {
  upstream.items = [item(1)]
  const thandi = caller('changed')
  await copies.readAll(reader, thandi, PAST)
  upstream.items = [item(1, { attempts: [{ status: 503 }] })]
  await reader.change(thandi, PAST, 'again')
  await copies.readAll(reader, thandi, PAST)
  expect(await copies.causes(thandi)).toEqual(['Answered 503, not available'])
})

test('days at the beginning and end that need no further reading are left out', async () => {
  const thandi = caller('parts')
  upstream.items = []
  await copies.readAll(reader, thandi, { ...PAST, from_date: '2024-03-01', to_date: '2024-03-03' })
  await copies.readAll(reader, thandi, { ...PAST, from_date: '2024-03-05', to_date: '2024-03-06' })
  await copies.readAll(reader, thandi, { ...PAST, from_date: '2024-03-02', to_date: '2024-03-06' })
  expect(days()).toEqual([
    '2024-03-01 2024-03-03',
    '2024-03-05 2024-03-06',
    '2024-03-03 2024-03-05',
  ])
})

test('an event belongs to the day of its failure, within the range that was read', async () => {
  const thandi = caller('days')
  upstream.items = ['2024-03-02T00:30:00Z', '2024-03-01T22:30:00Z', '2024-02-29T12:00:00Z'].map(
    (failed_at, id) => item(id, { failed_at }),
  )
  const { ids } = await copies.readAll(reader, thandi, { ...PAST, to_date: '2024-03-03' })
  expect(ids).toEqual(['0', '1', '2'])
  const first = await copies.readAll(reader, thandi, PAST)
  expect(first.ids).toEqual(['2'])
})

test('if the service does not say when events failed, each day is read separately', async () => {
  const range = { ...PAST, to_date: '2024-03-03' }
  upstream.behave(({ query }, response) => {
    const ids = { '2024-03-01': [1], '2024-03-02': [3, 2] }[String(query.get('from_date'))] ?? []
    const all = query.get('to_date') === '2024-03-03' && query.get('from_date') === '2024-03-01'
    const results = (all ? [3, 2, 1] : ids).map(id => ({ id, request_json: {} }))
    answer(response, 200, { count: results.length, next: null, previous: null, results })
  })
  const { ids, reading } = await copies.readAll(reader, caller('by day'), range)
  expect(ids).toEqual(['3', '2', '1'])
  expect(reading.count).toBe(3)
  expect(days()).toEqual([
    '2024-03-01 2024-03-03',
    '2024-03-02 2024-03-03',
    '2024-03-01 2024-03-02',
  ])
})

test('an event without a time has only the days of its range read separately', async () => {
  const thandi = caller('one by day')
  upstream.items = [item(1, { failed_at: null })]
  await copies.readAll(reader, thandi, { ...PAST, to_date: '2024-03-03' })
  upstream.requests.length = 0
  upstream.items = [item(2)]
  const range = { ...PAST, from_date: '2024-02-01', to_date: '2024-02-29' }
  await copies.readAll(reader, thandi, range)
  expect(days()).toEqual(['2024-02-01 2024-02-29'])
})

test('a list without pages is read in one request', async () => {
  upstream.behave((_request, response) => answer(response, 200, `[${itemsDownFrom(2_500)}]`))
  const { ids } = await copies.readAll(reader, caller('no pages'), PAST)
  expect(ids).toEqual(idsDownFrom(2_500))
  expect(pages()).toEqual(['1'])
})

test('a list without a count is read until a page has nothing new', async () => {
  upstream.behave(({ query }, response) => {
    const page = Number(query.get('page'))
    const results = `[${item(30 - Math.min(3, page))}]`
    answer(response, 200, `{"next":"?page=${page + 1}","results":${results}}`)
  })
  const { ids } = await copies.readAll(reader, caller('no count'), PAST)
  expect(ids).toEqual(['29', '28', '27'])
  expect(pages()).toEqual(['1', '2', '3', '4'])
})

test('a wrong count does not keep a reading from its end', async () => {
  upstream.behave((_request, response) => {
    answer(response, 200, `{"count":9,"next":null,"previous":null,"results":[${itemsDownFrom(2)}]}`)
  })
  const { ids, reading } = await copies.readAll(reader, caller('wrong count'), PAST)
  expect(ids).toEqual(['2', '1'])
  expect(reading.count).toBe(9)
})

test('links that lead back are a problem of the service', async () => {
  upstream.behave((_request, response) => {
    answer(response, 200, `{"next":"?cursor=a","results":[${item(1)}]}`)
  })
  const { reading } = await copies.readToProblem(reader, caller('loop'), PAST)
  expect(reading.problem).toEqual(LEADS_NOWHERE)
})

test('a service that keeps sending the same page is reported as a problem', async () => {
  upstream.behave(({ query }, response) => {
    const next = Number(query.get('page')) + 1
    answer(response, 200, `{"count":1000000,"next":"?page=${next}","results":[${item(1)}]}`)
  })
  const { reading } = await copies.readToProblem(reader, caller('same page'), PAST)
  expect(reading.problem).toEqual(LEADS_NOWHERE)
})

test('a list of more events than an account may have is not read', async () => {
  upstream.behave((_request, response) => {
    answer(response, 200, `{"count":2000001,"next":"?page=2","results":[${item(1)}]}`)
  })
  const { reading } = await copies.readToProblem(reader, caller('too many'), PAST)
  expect(reading).toMatchObject({ read: 0, problem: { status: 400 } })
})

describe('an account with as many events as it may have', () => {
  const OTHER = { ...PAST, from_date: '2024-02-01', to_date: '2024-02-02' }
  const small = copies.process({ maxCopiedEvents: 5 })

  test('makes room by removing days that nobody has opened for hours', async () => {
    const thandi = caller('room')
    upstream.items = itemsDownFrom(4)
    await copies.readAll(small, thandi, PAST)
    await sql`
      with day as (update event_mirror_day set opened_at = opened_at - interval '3 hours')
      update event_reading set asked_at = asked_at - interval '3 hours'
    `.execute(copies.database.db)
    upstream.items = itemsDownFrom(8).slice(0, 4)
    expect((await copies.readAll(small, thandi, OTHER)).ids).toEqual(idsDownFrom(8).slice(0, 4))
    upstream.items = itemsDownFrom(1)
    expect((await copies.readAll(small, thandi, PAST)).ids).toEqual(['1'])
  })

  test('reads no others while it needs them', async () => {
    const thandi = caller('no room')
    upstream.items = itemsDownFrom(4)
    await copies.readAll(small, thandi, PAST)
    upstream.items = itemsDownFrom(8).slice(0, 4)
    const { reading } = await copies.readToProblem(small, thandi, OTHER)
    expect(reading).toMatchObject({ read: 0, problem: { status: 400 } })
  })
})

test('the fields of a foreign service are recognised', async () => {
  const thandi = caller('foreign')
  upstream.items = itemsDownFrom(30).map((_text, id) =>
    JSON.stringify({
      deliveryId: 1_000 + id,
      failedAt: `2024-03-01T10:00:${String(59 - id)}Z`,
      webhookUrl: 'https://hooks.example.com/calls',
      lastError: 'connect ECONNREFUSED 10.0.0.1:443',
      request_json: { callId: id, trackingNumber: '27105550199', callerNumber: '27825550001' },
    }),
  )
  const { ids } = await copies.readAll(reader, thandi, PAST)
  expect(ids).toEqual(Array.from({ length: 30 }, (_, at) => String(1_000 + at)))
  expect(new Set(await copies.causes(thandi))).toEqual(new Set(['Refused the connection']))
})

test('when a person changes the fields, the list is read again by them', async () => {
  const thandi = caller('fields')
  upstream.items = [item(1, { why: 'connect ECONNREFUSED 10.0.0.1:443' })]
  await copies.readAll(reader, thandi, PAST)
  const map = { ...STANDARD_FIELDS, item: { ...STANDARD_FIELDS.item, error: 'why' } }
  const set = { map, source: 'person', sample: 0, who: null } as const
  await copies.fields.set({ account: thandi.account, list: PAST.list }, set, copies.database.db)
  await copies.readAll(reader, thandi, PAST)
  expect(await copies.causes(thandi)).toEqual(['Refused the connection'])
})

test('two pages are requested at a time', async () => {
  upstream.items = itemsDownFrom(450)
  const held = Promise.withResolvers<void>()
  upstream.behave(async (request, response) => {
    // The first three pages are answered together, which needs two requests at a time.
    if (upstream.requests.length === 3) held.resolve()
    if (request.query.get('page') === '2') await held.promise
    upstream.serve(request, response)
  })
  const { ids } = await copies.readAll(reader, caller('two'), PAST)
  expect(ids).toEqual(idsDownFrom(450))
})

test('the next page of a cursor is requested while a page is stored', async () => {
  const { db } = copies.database
  const isLocked = Promise.withResolvers<void>()
  const isRequested = Promise.withResolvers<void>()
  upstream.behave(async ({ query }, response) => {
    const isFirst = query.get('cursor') === null
    if (isFirst) await isLocked.promise
    else isRequested.resolve()
    const next = isFirst ? '?cursor=2' : null
    answer(response, 200, `{"next":${JSON.stringify(next)},"results":[${item(isFirst ? 2 : 1)}]}`)
  })
  const reading = copies.readAll(reader, caller('cursor'), PAST)
  await eventually(() => upstream.requests.length > 0)
  await db.transaction().execute(async trx => {
    await sql`select from event_mirror where account = 'cursor' for update`.execute(trx)
    isLocked.resolve()
    await isRequested.promise
  })
  expect((await reading).ids).toEqual(['2', '1'])
})

test('a range of more than ten years is refused', async () => {
  const range = { ...PAST, to_date: '2034-03-20' }
  await expect(reader.requestRange(caller('years'), range)).rejects.toMatchObject({ status: 400 })
})

test('the version grows when the copy changes, and only then', async () => {
  const thandi = caller('version')
  const version = async () =>
    (await onlyRow(copies.database.db, 'event_mirror', { account: 'version' })).version
  upstream.items = [item(1)]
  await copies.readAll(reader, thandi, PAST)
  const before = await version()
  await copies.readAll(reader, thandi, PAST)
  expect(await version()).toBe(before)
  upstream.items = [item(2), item(1)]
  await reader.change(thandi, PAST, 'again')
  await copies.readAll(reader, thandi, PAST)
  expect(await version()).toBeGreaterThan(before)
})
