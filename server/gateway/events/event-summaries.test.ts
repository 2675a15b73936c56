import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  EventGroups,
  EventsChart,
  EventTarget,
  FilterChoices,
  ListedEvent,
} from '../../../contract/events.ts'
import { overviewPaths } from '../../../contract/overview.ts'
import type { ReplayRunState } from '../../../contract/replay.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import { addRow } from '../../testing/rows.ts'
import { addStoredItem, addStoredRun } from '../replays/testing/stored-replay.ts'
import { copiedEventsOfFile, LIST } from './testing/copied-events.ts'
import { DAY, DELIVERED, EVENTS, FAILED_AGAIN, RANGE } from './testing/events.ts'

const MANY_DAY = '2026-11-22'
/** More receivers than a page of events has rows. */
const MANY = Array.from({ length: 120 }, (_, at) => ({
  id: `many-${at}`,
  day: MANY_DAY,
  callback_url: `https://hooks.example/${at}`,
}))

const copied = await copiedEventsOfFile([...EVENTS, ...MANY])

async function get(path: string, query: string): Promise<unknown> {
  const response = await copied.get(`/gateway/events/${path}?${RANGE}&${query}`)
  const body = await response.json()
  expect([response.status, body]).toEqual([200, body])
  return body
}

const choices = async (query: string) =>
  FilterChoices.parse(await get('choices', query)).results.map(
    ({ value, count }) => `${value} ${count}`,
  )

const groups = async (query: string) => EventGroups.parse(await get('groups', query))

const lines = async (query: string) =>
  (await (await copied.get(`/gateway/events/rows?${RANGE}&${query}`)).text())
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))

const ms = (time: string) => Date.parse(`2026-11-21T${time}:00Z`)

describe('the choices of a filter', () => {
  test('are all its values, the most frequent first', async () => {
    expect(await choices('filter=status')).toEqual([
      '500 2',
      '404 1',
      '503 1',
      'No answer 1',
      'Unknown 1',
    ])
  })

  test('count together with the search and the other filters, and those that list nothing come last', async () => {
    expect(await choices('filter=status&state=all&receiver=hooks.acme.example&q=d')).toEqual([
      '500 2',
      '404 0',
      '503 0',
      'No answer 0',
      'Unknown 0',
    ])
  })

  test('do not depend on the filter itself', async () => {
    expect(await choices('filter=kind&kind=Unknown')).toEqual(['Call 5', 'Unknown 1'])
  })

  test('count only events in the state of the list', async () => {
    await copied.setState('b', DELIVERED)
    const query = 'filter=company&status=500&state=missing'
    expect(await choices(query)).toEqual([
      'Unknown company 1',
      'Zulu 0',
      'Müller Motors 0',
      'élan 0',
    ])
  })

  test('of the status and the cause are those of the newest failure', async () => {
    await copied.setState('1042', FAILED_AGAIN)
    expect(await choices('filter=status&state=all')).toContain('No answer 2')
    expect(await choices('filter=cause&state=all')).toContain('Host name not found 1')
  })

  test('an unknown filter is refused', async () => {
    const response = await copied.get(`/gateway/events/choices?${RANGE}&filter=contact`)
    expect(response.status).toBe(400)
  })
})

test.each(['', '/groups'])('events%s say whether the service gives any payload', async path => {
  const answer = async () => (await copied.get(`/gateway/events${path}?${RANGE}`)).json()
  const set = (has: boolean) =>
    sql`update listed_event set has_payload = ${has} where mirror_id = ${copied.mirrorId}`.execute(
      copied.database.db,
    )
  expect(await answer()).toMatchObject({ has_payloads: true })
  await set(false)
  expect(await answer()).toMatchObject({ has_payloads: false })
  await set(true)
})

test('a range without events, such as one that has not been read, lacks no payloads', async () => {
  const unread = `list=${LIST}&from_date=2998-01-01&to_date=2998-01-02`
  const response = await copied.get(`/gateway/events/groups?by=receiver&${unread}`)
  expect(await response.json()).toMatchObject({ has_payloads: true })
})

describe('groups', () => {
  test('count what is missing from before their days, as far as it has been read, and read nothing', async () => {
    const earlier = async (from: string, company = 'Unknown+company') => {
      const range = `list=${LIST}&from_date=${DAY}&to_date=2026-11-22`
      const query = `${range}&company=${company}&earlier_from=${from}`
      const response = await copied.get(`/gateway/events/groups?${query}`)
      return EventGroups.parse(await response.json()).earlier
    }
    expect(await earlier('2026-11-10')).toEqual({ missing: 1, is_complete: false })
    const days = copied.database.db.selectFrom('event_mirror_day').where('day', '<', '2026-11-20')
    expect(await days.selectAll().execute()).toEqual([])
    expect(await earlier('2026-11-20', 'Zulu')).toEqual({ missing: 0, is_complete: true })
    expect(await earlier('2026-11-20')).toEqual({ missing: 1, is_complete: true })
    await copied.setState('f', DELIVERED)
    expect(await earlier('2026-11-20')).toEqual({ missing: 0, is_complete: true })
  })

  test('are those of receivers, the one with the most missing events first', async () => {
    await copied.setState('b', DELIVERED)
    await copied.setState('c', DELIVERED)
    const page = await groups('')
    expect(page).toMatchObject({ count: 4, events: 6, of: 6, state: 'all', calls_differ: true })
    expect(page.results.map(({ name, events, missing }) => [name, events, missing])).toEqual([
      ['hooks.acme.example', 2, 1],
      ['Receiver unknown', 2, 1],
      ['hooks.acme.example/calls', 1, 1],
      ['hooks.acme.example/other', 1, 1],
    ])
  })

  test('say when their events failed, and which companies, causes and receivers they have', async () => {
    const { results } = await groups('by=company&company=Unknown+company')
    expect(results).toEqual([
      {
        name: 'Unknown company',
        events: 3,
        missing: 3,
        failed_again: 0,
        calls: 0,
        first: '2026-11-20T15:00:00.000+02:00',
        last: '2026-11-21T11:00:00.000+02:00',
        companies: [{ name: 'Unknown company', count: 3 }],
        causes: [
          { name: 'Answered 404, address not found', count: 1 },
          { name: 'Answered 500, an error on its side', count: 1 },
          { name: 'The service doesn’t say why', count: 1 },
        ],
        receivers: [
          { name: 'Receiver unknown', count: 1 },
          { name: 'hooks.acme.example', count: 1 },
          { name: 'hooks.acme.example/other', count: 1 },
        ],
        of: { companies: 1, causes: 3, receivers: 3 },
        has_receiver: true,
        planned: [],
        bars: [],
      },
    ])
  })

  test('say how many events failed again in a replay, after the times of the group', async () => {
    await copied.setState('1042', FAILED_AGAIN)
    const { results } = await groups('by=cause&cause=Host+name+not+found')
    expect(results).toMatchObject([{ last: '2026-11-21T14:00:00.000+02:00', failed_again: 1 }])
    expect((await groups('by=cause&status=404')).results).toMatchObject([{ failed_again: 0 }])
  })

  test('of receivers say how many of their missing events running replays will send', async () => {
    const { db } = copied.database
    const add = async (state: ReplayRunState, ...events: string[]) => {
      const progress = { state, open_items: events.length, started_at: new Date() }
      const of = { service: copied.service, account: 'acme' }
      const run = await addStoredRun(db, { ...of, ...progress })
      for (const event_id of events) await addStoredItem(db, run, { event_id, state: 'prepared' })
      return run.id
    }
    const planned = async (query = '') =>
      (await groups(`state=missing&sort=name&${query}`)).results.map(one => one.planned)
    onTestFinished(async () => {
      await db.deleteFrom('replay_item').execute()
      await db.deleteFrom('replay_run').execute()
    })
    const older = await add('running', 'b', 'f')
    // One event of each id is for the same receiver, but they belong to different companies.
    const newer = await add('running', 'b', 'd')
    await add('paused', 'c')
    const one = (run_id: string, events = 1) => [{ run_id, events }]
    // Receivers are hooks.acme.example, …/calls, …/other and an unknown one.
    expect(await planned()).toEqual([one(newer, 2), [], one(older), one(newer)])
    expect(await planned('company=Zulu')).toEqual([one(newer)])
    expect(await planned('company=Zulu&by=company')).toEqual([[]])
    // The one that tries the event skips it in the other.
    const receiver_name = 'a.example/'
    await addRow(db, 'standing_order', {
      run_id: older,
      receiver_name,
      ends_at: new Date('2100-01-01'),
    })
    expect(await planned('company=Zulu')).toEqual([one(older)])
  })

  test('without a receiver or a tracking number have none that a replay could go to', async () => {
    const { results } = await groups('by=cause&status=Unknown')
    expect(results).toMatchObject([{ has_receiver: false, last: null }])
  })

  test('have bars, in which events outside count in the nearest part', async () => {
    await copied.setState('b', DELIVERED)
    const starts = [ms('10:00'), ms('11:00'), ms('11:30')].join()
    const { results } = await groups(`by=company&starts=${starts}&sort=name`)
    expect(results.map(({ name, bars }) => [name, bars.map(({ count }) => count).join()])).toEqual([
      ['élan', '0,1'],
      ['Müller Motors', '0,1'],
      ['Unknown company', '2,0'],
      ['Zulu', '0,1'],
    ])
    expect(results.at(-1)?.bars).toEqual([
      { count: 0, missing: 0 },
      { count: 1, missing: 0 },
    ])
  })

  test('have the same bars after the replay of an event has failed', async () => {
    const query = `by=company&starts=${[ms('10:00'), ms('11:30')].join()}&sort=name`
    const before = await groups(query)
    await copied.setState('1042', FAILED_AGAIN)
    const bars = ({ results }: EventGroups) => results.map(group => [group.name, group.bars])
    expect(bars(await groups(query))).toEqual(bars(before))
  })

  test.each([
    ['sort=name', 'hooks.acme.example'],
    ['sort=-name', 'Receiver unknown'],
    ['sort=-calls', 'hooks.acme.example/calls'],
    ['sort=-last', 'hooks.acme.example/calls'],
    ['sort=last', 'hooks.acme.example/other'],
  ])('%s begins with %s', async (query, name) => {
    expect((await groups(query)).results[0]?.name).toBe(name)
  })

  test('are sorted by all failed events with sort=-failed, delivered ones included', async () => {
    const before = await groups('sort=-failed&by=company')
    const events = await lines('company=Unknown+company&state=all')
    for (const id of new Set(events.map(event => event.id))) await copied.setState(id, DELIVERED)
    const after = await groups('sort=-failed&by=company')
    expect(after.results[0]).toMatchObject({ name: 'Unknown company', events: 3, missing: 0 })
    expect(after.results.map(({ name }) => name)).toEqual(before.results.map(({ name }) => name))
    expect((await groups('by=company')).results.at(-1)?.name).toBe('Unknown company')
  })

  test('come in pages, and a page beyond the last is refused', async () => {
    const page = await groups('page=2&page_size=3')
    expect([page.count, page.results.length]).toEqual([4, 1])
    const response = await copied.get(`/gateway/events/groups?${RANGE}&page=5&page_size=3`)
    expect(response.status).toBe(404)
  })

  test('of all receivers fit into the answer that Overview asks for', async () => {
    const today = addDays(MANY_DAY, 6)
    const response = await copied.get(overviewPaths(today)[0] ?? '')
    const { count, results } = EventGroups.parse(await response.json())
    expect([count, results.length]).toEqual([MANY.length, MANY.length])
  })

  test('say whether calls and events differ in this page, after the page is sorted by all calls', async () => {
    const [most, fewest] = [
      await groups('sort=-calls&page_size=1'),
      await groups('sort=calls&page_size=1'),
    ]
    expect([most.results[0]?.calls, most.calls_differ]).toEqual([1, false])
    expect([fewest.results[0]?.calls, fewest.calls_differ]).toEqual([0, true])
  })

  test('of nothing are none', async () => {
    expect(await groups('company=Nobody')).toMatchObject({ count: 0, events: 0, results: [] })
  })
})

describe('the chart', () => {
  test('counts the events between each two times, and how many of them are missing', async () => {
    await copied.setState('b', DELIVERED)
    const starts = [ms('09:00'), ms('11:00'), ms('12:00')].join()
    const { results } = EventsChart.parse(await get('chart', `starts=${starts}`))
    expect(results).toEqual([
      { count: 1, missing: 1 },
      { count: 2, missing: 1 },
    ])
  })

  test('counts only the events that match', async () => {
    const starts = [ms('09:00'), ms('12:00')].join()
    const { results } = EventsChart.parse(await get('chart', `status=500&starts=${starts}`))
    expect(results).toEqual([{ count: 2, missing: 2 }])
  })

  test.each(['1', '1,x', '2,1', '1,1', `1,${'9'.repeat(20)}`, Array.from({ length: 66 }).keys()])(
    'refuses the times %s',
    async starts => {
      const text = typeof starts === 'string' ? starts : [...starts].join()
      const response = await copied.get(`/gateway/events/chart?${RANGE}&starts=${text}`)
      expect([response.status, Object.keys(await response.json())]).toEqual([400, ['starts']])
    },
  )
})

describe('all rows', () => {
  test('are the events that match, one per line, in their order', async () => {
    const rows = (await lines('sort=company')).map(row => ListedEvent.parse(row))
    expect(rows.map(({ key }) => key).join(' ')).toBe('c 1042 d d~2 f b')
  })

  test('are those in one state, as on a page', async () => {
    await copied.setState('b', DELIVERED)
    expect(await lines('status=500&state=missing')).toMatchObject([{ key: 'd~2' }])
  })

  test('have only what a selection needs, if that is asked for', async () => {
    const [target] = await lines('only=targets&status=404')
    expect(target).toEqual(EventTarget.parse(target))
    expect(target).not.toHaveProperty('call')
  })

  test('are no lines if nothing matches', async () => {
    expect(await lines('company=Nobody')).toEqual([])
  })

  test.each([
    ['', 409],
    ['&part=true', 200],
  ])('of days that have not been read, with "%s": %i', async (part, status) => {
    // It never answers, so the days stay unread.
    copied.upstream.behave(() => {})
    const unread = `list=${LIST}&from_date=2999-01-01&to_date=2999-01-02${part}`
    expect((await copied.get(`/gateway/events/rows?${unread}`)).status).toBe(status)
  })
})
