import { beforeEach, describe, expect, test } from 'vitest'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { addStoredItem, addStoredRun } from '../replays/testing/stored-replay.ts'
import { copiedEventsOfFile, LIST } from './testing/copied-events.ts'
import { EVENTS } from './testing/events.ts'

const copied = await copiedEventsOfFile(EVENTS)
const { db } = copied.database
const list = FailedEventList.parse(LIST)
const RANGE = { list, from_date: '2026-11-20', to_date: '2026-11-22' }

const post = (body: object, account = 'acme', path = 'rows') =>
  copied.post(`/gateway/events/${path}`, body, { authorization: `Token ${account}` })

/** The keys of the events that are listed. */
async function keys(body: object): Promise<string> {
  const text = await (await post({ ...RANGE, ...body })).text()
  return Array.from(text.matchAll(/"key":"([^"]+)"/g), ([, key]) => key).join(' ')
}

test('the events with these ids are listed, the newest first', async () => {
  expect(await keys({ ids: ['f', 'b', 'elsewhere'], state: 'all' })).toBe('b f')
  expect(await keys({ ids: ['d'], state: 'all' })).toBe('d~2 d')
})

test('no id lists no event', async () => {
  expect(await keys({ ids: [], state: 'all' })).toBe('')
})

test('a filter leaves out some of them', async () => {
  expect(await keys({ ids: ['b', 'f'], status: '404', state: 'all' })).toBe('f')
})

test('the events of a replay are listed to its account only', async () => {
  const run = await addStoredRun(db, { ...RANGE, service: copied.service, asked_for: 'named' })
  for (const event_id of ['c', 'f']) await addStoredItem(db, run, { event_id, state: 'delivered' })
  const run_id = run.id
  expect(await keys({ run_id, state: 'all' })).toBe('c f')
  expect((await post({ ...RANGE, run_id }, 'stranger')).status).toBe(404)
})

const unread = (year: number) => ({ list, from_date: `${year}-01-01`, to_date: `${year}-01-02` })

describe('days that have not been read', () => {
  // The service never answers, so they stay as they are.
  beforeEach(() => copied.upstream.behave(() => {}))

  test('are refused for now', async () => {
    expect((await post(unread(2998))).status).toBe(409)
  })

  test('are refused for good once somebody stopped reading them', async () => {
    await post({ ...unread(2999), action: 'stop' }, 'acme', 'reading')
    const response = await post(unread(2999))
    expect([response.status, await response.json()]).toEqual([
      400,
      { detail: expect.stringContaining('Somebody stopped reading these days') },
    ])
  })

  test('are listed as far as they have been read if that is all that is asked for', async () => {
    const twoYears = { ...RANGE, to_date: '2028-11-22' }
    expect((await post({ ...twoYears, ids: ['b', 'f'], state: 'all' })).status).toBe(200)
    expect((await post({ ...twoYears, ids: ['b', 'later'], state: 'all' })).status).toBe(409)
  })
})
