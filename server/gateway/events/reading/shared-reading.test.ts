import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { heldClock } from '../../../testing/held-clock.ts'
import { answer, type UpstreamHandler } from '../../../testing/peers/test-upstream.ts'
import { onlyRow, rowsOf, setRows } from '../../../testing/rows.ts'
import { idsDownFrom } from '../../replays/testing/list-upstream.ts'
import { copiesOfFile, FUTURE, item, itemsDownFrom, PAST } from './testing/start-copies.ts'

const copies = await copiesOfFile()
const { upstream, caller, database } = copies

const asksForPause: UpstreamHandler = (_request, response) => {
  response.setHeader('retry-after', '40')
  answer(response, 429, {})
}
const pages = () => upstream.requests.map(({ query }) => Number(query.get('page')))

const isHeld = async (account: string) =>
  (await onlyRow(database.db, 'event_mirror', { account })).lease_by !== null

test('two processes read a list once', async () => {
  upstream.items = itemsDownFrom(450)
  const thandi = caller('two processes')
  const [one, other] = [copies.process(), copies.process()]
  const page = upstream.hold(2)
  await one.requestRange(thandi, PAST)
  await page.reached
  await other.requestRange(thandi, PAST)
  page.release()
  const { ids } = await copies.readAll(other, thandi, PAST)
  expect(ids).toEqual(idsDownFrom(450))
  expect(pages().toSorted()).toEqual([1, 2, 3, 4, 5])
})

test('a range that another process is asked for is read too', async () => {
  upstream.items = itemsDownFrom(250)
  const thandi = caller('other range')
  const [one, other] = [copies.process(), copies.process()]
  const page = upstream.hold(2)
  await one.requestRange(thandi, PAST)
  await page.reached
  const range = { ...PAST, from_date: '2024-02-28', to_date: '2024-02-29' }
  await other.requestRange(thandi, range)
  page.release()
  const { reading } = await copies.readAll(other, thandi, range)
  expect(reading.is_complete).toBe(true)
})

test('two pages are requested at a time, also while people look at a range that has been read', async () => {
  upstream.items = itemsDownFrom(450)
  const thandi = caller('read range')
  const reader = copies.process()
  await copies.readAll(reader, thandi, FUTURE)
  const page = upstream.hold(2)
  await reader.requestRange(thandi, PAST)
  await page.reached
  await eventually(() => pages().includes(3))
  page.release()
  expect((await copies.readAll(reader, thandi, PAST)).ids).toEqual(idsDownFrom(450))
})

test('another process continues where one stopped', async () => {
  upstream.items = itemsDownFrom(950)
  const thandi = caller('restart')
  const one = copies.process()
  const page = upstream.hold(5)
  await one.requestRange(thandi, PAST)
  await page.reached
  await one.stop()
  page.release()
  upstream.requests.length = 0
  const { ids } = await copies.readAll(copies.process(), thandi, PAST)
  expect(ids).toEqual(idsDownFrom(950))
  expect(Math.min(...pages())).toBeGreaterThan(2)
})

test('after the death of a process, another one continues when its lease has run out', async () => {
  upstream.items = itemsDownFrom(150)
  const thandi = caller('death')
  const reader = copies.process()
  await reader.change(thandi, PAST, 'stop')
  await setRows(
    database.db,
    'event_mirror',
    { account: 'death' },
    { lease_by: sql`gen_random_uuid()`, lease_until: sql`now() + interval '1 hour'` },
  )
  await reader.change(thandi, PAST, 'again')
  await reader.requestRange(thandi, PAST)
  expect(pages()).toEqual([])
  await setRows(database.db, 'event_mirror', { account: 'death' }, { lease_until: sql`now()` })
  expect((await copies.readAll(reader, thandi, PAST)).ids).toEqual(idsDownFrom(150))
})

test('a process that has lost its lease writes nothing more', async () => {
  upstream.items = itemsDownFrom(450)
  const thandi = caller('lost lease')
  const reader = copies.process({ timings: { leaseRenewalMs: 3_600_000 } })
  const page = upstream.hold(1)
  const mirrorId = await reader.requestRange(thandi, PAST)
  await page.reached
  await setRows(
    database.db,
    'event_mirror',
    { id: mirrorId },
    { lease_by: sql`gen_random_uuid()`, lease_until: sql`now() + interval '1 hour'` },
  )
  page.release()
  await reader.stop()
  expect(await rowsOf(database.db, 'listed_event', { mirror_id: mirrorId })).toEqual([])
})

test('reading ends when nobody looks any more, and continues when somebody does', async () => {
  upstream.items = itemsDownFrom(1_950)
  const thandi = caller('nobody')
  const reader = copies.process()
  const page = upstream.hold(6)
  await reader.requestRange(thandi, PAST)
  await page.reached
  await copies.ageReading(thandi, '1 hour')
  page.release()
  await eventually(async () => !(await isHeld('nobody')))
  expect(Math.max(...pages())).toBeLessThan(9)
  upstream.requests.length = 0
  const { ids } = await copies.readAll(reader, thandi, PAST)
  expect(ids).toEqual(idsDownFrom(1_950))
  expect(Math.min(...pages())).toBeGreaterThan(4)
})

test('“stop” keeps what was read, and “again” continues', async () => {
  upstream.items = itemsDownFrom(550)
  const thandi = caller('stop')
  const reader = copies.process()
  const page = upstream.hold(4)
  await reader.requestRange(thandi, PAST)
  await page.reached
  await reader.change(thandi, PAST, 'stop')
  const { reading, ids } = await copies.readUntil(reader, thandi, PAST, one => one.is_stopped)
  page.release()
  expect(reading).toMatchObject({ is_complete: false, is_reading: false, count: 550 })
  expect(ids).toEqual(idsDownFrom(550).slice(0, ids.length))
  await reader.change(thandi, PAST, 'again')
  expect((await copies.readAll(reader, thandi, PAST)).ids).toEqual(idsDownFrom(550))
})

test('while the service asks for a pause, the reading says how long, and then it continues', async () => {
  upstream.items = [item(1)]
  const thandi = caller('pause')
  const clock = heldClock()
  const reader = copies.process({ clock })
  upstream.behave(asksForPause)
  const { reading } = await copies.readUntil(reader, thandi, PAST, one => one.wait !== null)
  expect(reading).toMatchObject({ is_reading: true, problem: null })
  expect(reading.wait).toBeGreaterThan(30)
  upstream.behave(upstream.serve)
  expect(await clock.endWait()).toBe(40_000)
  const after = await copies.readAll(reader, thandi, PAST)
  expect(after).toMatchObject({ ids: ['1'], reading: { wait: null } })
})

test('“stop” ends a pause', async () => {
  const thandi = caller('stopped pause')
  const clock = heldClock()
  const reader = copies.process({ clock })
  upstream.behave(asksForPause)
  await copies.readUntil(reader, thandi, PAST, one => one.wait !== null)
  await reader.change(thandi, PAST, 'stop')
  await eventually(() => clock.waiting() === 0)
  await copies.readUntil(reader, thandi, PAST, one => one.wait === null && one.is_stopped)
})

test('after a failure, what was read stays, and “again” continues', async () => {
  upstream.items = itemsDownFrom(550)
  const thandi = caller('failure')
  const reader = copies.process()
  upstream.behave((request, response) => {
    if (Number(request.query.get('page')) > 2) return answer(response, 400, {})
    upstream.serve(request, response)
  })
  const { reading, ids } = await copies.readToProblem(reader, thandi, PAST)
  expect(reading.problem).toEqual({
    status: 502,
    detail: 'The call-tracking service answered 400 instead of the list.',
  })
  expect(ids).toEqual(idsDownFrom(550).slice(0, 200))
  upstream.behave(upstream.serve)
  upstream.requests.length = 0
  await reader.change(thandi, PAST, 'again')
  expect((await copies.readAll(reader, thandi, PAST)).ids).toEqual(idsDownFrom(550))
  expect(Math.min(...pages())).toBe(3)
})

test('a failure is reported after three seconds, or half a minute if the copy already has these days', async () => {
  upstream.items = [item(1)]
  const thandi = caller('patience')
  const clock = heldClock()
  const reader = copies.process({ clock })
  const waitsUntilProblem = async (times: number) => {
    upstream.behave((_request, response) => answer(response, 500, {}))
    await reader.requestRange(thandi, FUTURE)
    const waits: number[] = []
    while (waits.length < times) waits.push(await clock.endWait())
    await copies.readToProblem(reader, thandi, FUTURE)
    upstream.behave(upstream.serve)
    return waits
  }
  expect(await waitsUntilProblem(2)).toEqual([1_000, 2_000])
  await reader.change(thandi, FUTURE, 'again')
  await copies.readAll(reader, thandi, FUTURE)
  await copies.age(thandi)
  expect(await waitsUntilProblem(5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
})

test('a problem is forgotten when nobody has looked for some minutes', async () => {
  upstream.items = [item(1)]
  const thandi = caller('forgotten')
  const reader = copies.process()
  upstream.behave((_request, response) => answer(response, 400, {}))
  await copies.readToProblem(reader, thandi, PAST)
  upstream.behave(upstream.serve)
  await copies.ageReading(thandi, '1 hour')
  expect((await copies.readAll(reader, thandi, PAST)).ids).toEqual(['1'])
})

test('after a minute, a failed reading is tried again although somebody kept looking', async () => {
  upstream.items = [item(1)]
  const thandi = caller('watched')
  const reader = copies.process()
  upstream.behave((_request, response) => answer(response, 400, {}))
  await copies.readToProblem(reader, thandi, PAST)
  upstream.behave(upstream.serve)
  await reader.requestRange(thandi, PAST)
  expect(upstream.requests).toHaveLength(1)
  await copies.ageProblem(thandi)
  expect((await copies.readAll(reader, thandi, PAST)).ids).toEqual(['1'])
})
