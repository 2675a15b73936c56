// Long: each test replays events until they have a result.
import { expect, test } from 'vitest'
import { EventStates, RecoveredDays } from '../../../contract/event-state.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn } from '../../testing/test-gateway.ts'
import { RANGE, type ReplayClient } from './testing/replay-client.ts'
import { replaysOfFile } from './testing/start-replays.ts'

const { upstream, receiver, gateway, thandi, pieter, list } = await replaysOfFile()

async function statesOf(client: ReplayClient, ids: string[], known?: string): Promise<EventStates> {
  const asked = { list: RANGE.list, event_ids: ids, known_version: known }
  const { status, body } = await client.post('event-states', asked)
  expect(status, JSON.stringify(body)).toBe(200)
  return EventStates.parse(body)
}

/** The state of each event, such as { 7: 'delivered' }. */
async function namesOf(client: ReplayClient, ids: string[]): Promise<Record<string, string>> {
  const { results } = await statesOf(client, ids)
  return Object.fromEntries(results?.map(({ event_id, state }) => [event_id, state]) ?? [])
}

async function mark(client: ReplayClient, ids: string[], path = 'handled-events'): Promise<void> {
  const body = path.endsWith('undo')
    ? { list: RANGE.list, event_ids: ids }
    : { ...RANGE, events: ids.map(id => ({ id })) }
  expect((await client.post(path, body)).status).toBe(200)
}

test('the person who handled an event is recorded, the activity log has it, and another account sees nothing', async () => {
  const [id = ''] = list(1)
  const cookie = await signIn(gateway, { token: 'a'.repeat(40), name: 'Thandi' })
  const response = await fetch(`${gateway.url}/gateway/handled-events`, {
    method: 'POST',
    headers: { ...FROM_DASHBOARD, ...JSON_BODY, cookie },
    body: JSON.stringify({ ...RANGE, events: [{ id }] }),
  })
  expect(response.status).toBe(200)
  const { results } = await statesOf(thandi, [id])
  expect(results).toEqual([expect.objectContaining({ state: 'handled', who: 'Thandi' })])
  expect(await namesOf(pieter, [id])).toEqual({})
  const { body } = await thandi.get('activity?kind=events_handled&page_size=1')
  expect(body).toMatchObject({
    results: [{ who: 'Thandi', outcome: 'done', details: { list: RANGE.list, count: 1 } }],
  })
})

test('the version changes with each change, and until then no states are sent', async () => {
  const ids = list(2)
  const { version } = await statesOf(thandi, ids)
  const unchanged = { version, results: null, replays: null }
  expect(await statesOf(thandi, ids, version)).toEqual(unchanged)
  await pieter.replay()
  expect(await statesOf(thandi, ids, version)).toEqual(unchanged)

  await thandi.replay({ events: [{ id: ids[0] }], include: ['already_delivered'] })
  const replayed = await statesOf(thandi, ids, version)
  expect(replayed.version).not.toBe(version)
  expect(replayed.results).toHaveLength(1)
  await mark(thandi, ids)
  const marked = await statesOf(thandi, ids, replayed.version)
  expect(marked.results).toHaveLength(2)
  await mark(thandi, ids, 'handled-events/undo')
  expect((await statesOf(thandi, ids, marked.version)).results).toHaveLength(1)
})

test.each([
  ['event-states', { event_ids: ['1'] }],
  ['event-states', { list: RANGE.list, event_ids: [] }],
  ['event-states', { list: RANGE.list, event_ids: ['\0'] }],
  ['handled-events', { list: RANGE.list }],
  ['handled-events/undo', { list: 'blocklist', event_ids: ['1'] }],
])('a malformed request is refused by field: %s %j', async (path, body) => {
  expect((await thandi.post(path, body)).status).toBe(400)
})

test('days of events need a list and two dates', async () => {
  expect((await thandi.get('settled-days?list=call_events_fail')).status).toBe(400)
})

test('events that were delivered or handled are counted by the day of their failure', async () => {
  const RANGE_OF_DAYS = { from_date: '2026-10-01', to_date: '2026-10-04' }
  const settled = async (client: ReplayClient) => {
    const query = new URLSearchParams({ list: RANGE.list, ...RANGE_OF_DAYS })
    const { status, body } = await client.get(`settled-days?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return RecoveredDays.parse(body).results
  }
  const event = (id: number, failed_at: string | null) =>
    JSON.stringify({ id, failed_at, callback_url: receiver.url, request_json: { call_id: id } })
  // Just before and just after midnight in the service's time zone, which is two hours ahead of UTC.
  upstream.items = [
    event(9001, '2026-10-01T21:59:59Z'),
    event(9002, '2026-10-01T22:00:00Z'),
    event(9003, '2026-10-02T12:00:00+02:00'),
    event(9004, null),
    event(9005, '2026-10-03T12:00:00+02:00'),
  ]
  const { id } = await thandi.prepare({
    ...RANGE_OF_DAYS,
    events: ['9001', '9002', '9004'].map(id => ({ id })),
    start: true,
  })
  await thandi.settled(id)
  // Sent twice, counted once.
  await thandi.replay({
    ...RANGE_OF_DAYS,
    events: [{ id: '9001' }],
    include: ['already_delivered'],
  })
  const marked = {
    list: RANGE.list,
    ...RANGE_OF_DAYS,
    events: [{ id: '9003' }, { id: '9002' }],
  }
  expect((await thandi.post('handled-events', marked)).status).toBe(200)

  // The day of 9004 is unknown: the service doesn't report it, and the run covers three days.
  expect(await settled(thandi)).toEqual([
    { day: '2026-10-01', count: 1, handled: 0 },
    { day: '2026-10-02', count: 2, handled: 1 },
  ])
  expect(await settled(pieter)).toEqual([])

  // A run of one day determines the day of its events.
  await thandi.replay({
    from_date: '2026-10-03',
    to_date: '2026-10-04',
    events: [{ id: '9004' }],
    include: ['already_delivered'],
  })
  expect(await settled(thandi)).toContainEqual({ day: '2026-10-03', count: 1, handled: 0 })
})
