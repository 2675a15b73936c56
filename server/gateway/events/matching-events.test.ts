import { expect, test } from 'vitest'
import { answer } from '../../testing/peers/test-upstream.ts'
import type { Caller } from '../session/caller.ts'
import { eventsMatching } from './matching-events.ts'
import {
  copiesOfFile,
  FUTURE,
  item,
  itemsDownFrom,
  PAST,
  TIME_ZONE,
} from './reading/testing/start-copies.ts'

const copies = await copiesOfFile()
const { upstream, caller, database } = copies
const { db } = database
const reader = copies.process()
const dependencies = { db, timeZone: TIME_ZONE, eventReader: reader }
const matching = (thandi: Caller, range: typeof PAST, signal?: AbortSignal) =>
  eventsMatching(dependencies, thandi, range, { matching: { state: 'all' }, signal })

const idsOf = async (thandi: Caller, signal?: AbortSignal) =>
  (await matching(thandi, FUTURE, signal))?.map(({ id }) => id)

/** Somebody has read a day that may change, and comes back the next day. */
async function back(account: string): Promise<Caller> {
  const thandi = caller(account)
  upstream.items = [item(1)]
  await copies.readAll(reader, thandi, FUTURE)
  await copies.ageReading(thandi, '1 day')
  upstream.items = itemsDownFrom(2)
  return thandi
}

test('a person waits until days that may have changed have been read again, and a program does not', async () => {
  const thandi = await back('changed')
  const { reached, release } = upstream.hold()
  const ids = idsOf(thandi, new AbortController().signal)
  await reached
  expect(await idsOf(thandi)).toBeUndefined()
  release()
  expect(await ids).toEqual(['2', '1'])
})

test('nothing waits for a person who has hung up', async () => {
  const thandi = await back('gone')
  const { reached, release } = upstream.hold()
  const person = new AbortController()
  const ids = idsOf(thandi, person.signal)
  await reached
  person.abort(new Error('hung up'))
  await expect(ids).rejects.toThrow('hung up')
  release()
})

test('no events match while days are read for the first time', async () => {
  const thandi = caller('first')
  upstream.items = [item(1)]
  await copies.readAll(reader, thandi, PAST)
  const { release } = upstream.hold()
  expect(await idsOf(thandi)).toBeUndefined()
  release()
})

test('an event comes with the days and the page where it was listed', async () => {
  const thandi = caller('place')
  const days = { from_date: PAST.from_date, to_date: '2024-03-05' }
  upstream.items = itemsDownFrom(150)
  await copies.readAll(reader, thandi, { ...PAST, ...days })
  const events = await matching(thandi, PAST)
  expect(events?.at(-1)).toEqual({
    list: PAST.list,
    id: '1',
    page: 2,
    cursor: undefined,
    page_size: 100,
    days,
  })
})

test('if days that may have changed can’t be read again, no events match, and a person learns why', async () => {
  const thandi = await back('problem')
  upstream.behave((_request, response) => answer(response, 400, {}))
  await copies.readToProblem(reader, thandi, FUTURE)
  expect(await idsOf(thandi)).toBeUndefined()
  await expect(idsOf(thandi, new AbortController().signal)).rejects.toMatchObject({ status: 502 })
})

test('events match while the reader only looks for new ones', async () => {
  const thandi = caller('looks')
  upstream.items = [item(1)]
  await copies.readAll(reader, thandi, FUTURE)
  const { reached, release } = upstream.hold()
  await copies.age(thandi)
  await copies.ageReading(thandi, '2 hours', 'opened_at')
  await reader.requestRange(thandi, FUTURE)
  await reached
  expect(await idsOf(thandi)).toEqual(['1'])
  release()
})
