import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { copiedEventsOfFile, LIST } from './testing/copied-events.ts'
import { EVENTS } from './testing/events.ts'

const copied = await copiedEventsOfFile(EVENTS)
const { db } = copied.database
const list = FailedEventList.parse(LIST)
const RANGE = { list, from_date: '2026-11-20', to_date: '2026-11-22' }

function post(body: object, account = 'acme') {
  return fetch(`${copied.gateway.url}/gateway/events/rows`, {
    method: 'POST',
    headers: { authorization: `Token ${account}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

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
  const run_id = randomUUID()
  await db
    .insertInto('replay_run')
    .values({
      id: run_id,
      ...RANGE,
      service: copied.service,
      account: 'acme',
      made_by: 'hash',
      asked_for: 'named',
      who: null,
      read_of: null,
    })
    .execute()
  const item = { run_id, service: copied.service, list, payload: '{}' }
  const rest = { receiver_url: null, reason: null, settled_at: null }
  await db
    .insertInto('replay_item')
    .values(
      ['c', 'f'].map(event_id => ({ ...item, ...rest, state: 'delivered' as const, event_id })),
    )
    .execute()
  expect(await keys({ run_id, state: 'all' })).toBe('c f')
  expect((await post({ ...RANGE, run_id }, 'stranger')).status).toBe(404)
})

const unread = (year: number) => ({
  ...RANGE,
  from_date: `${year}-01-01`,
  to_date: `${year}-01-02`,
})

describe('days that have not been read', () => {
  // The service never answers, so they stay as they are.
  beforeEach(() => copied.upstream.behave(() => {}))

  test('are refused for now', async () => {
    expect((await post(unread(2998))).status).toBe(409)
  })

  test('are refused for good once somebody stopped reading them', async () => {
    await fetch(`${copied.gateway.url}/gateway/events/reading`, {
      method: 'POST',
      headers: { authorization: 'Token acme', 'content-type': 'application/json' },
      body: JSON.stringify({ ...unread(2999), action: 'stop' }),
    })
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
