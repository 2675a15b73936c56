import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { EventsPage } from '../../../contract/events.ts'
import { countMatches } from './event-queries.ts'
import { eventSource } from './event-source.ts'
import { copiedEventsOfFile, LIST } from './testing/copied-events.ts'
import {
  DAY,
  DELIVERED,
  EVENTS,
  FAILED_AGAIN,
  HANDLED,
  HOOKS,
  MUELLER,
  RANGE,
} from './testing/events.ts'

const copied = await copiedEventsOfFile(EVENTS)
const { db } = copied.database

async function list(query = '', range = RANGE) {
  const response = await copied.get(`/gateway/events?${range}&${query}`)
  expect(response.status).toBe(200)
  return EventsPage.parse(await response.json())
}

/** The keys of the events that are listed. */
async function keys(query = ''): Promise<string> {
  return (await list(query)).results.map(({ key }) => key).join(' ')
}

const search = (q: string) => `state=all&q=${encodeURIComponent(q)}`

test('an event has what the service listed, and where', async () => {
  const { results } = await list('state=all&q=1042')
  expect(results).toEqual([
    {
      key: '1042',
      id: '1042',
      event: 'call_termination',
      callback_url: `${HOOKS}/calls?key=1`,
      receiver_url: `${HOOKS}/calls?key=1`,
      failed_at: '2026-11-21T14:00:00.000+02:00',
      attempt_count: 1,
      outcome: { status: 503, error: null, cause: null },
      call: {
        company: MUELLER,
        contact: 'Lerato',
        reference: 'session-482913-8f14',
        caller_number: '27825550001',
        tracking_number: '27105550142',
        call_id: '700000042',
        call_start_stamp: null,
        call_end_stamp: null,
      },
      state: null,
      from_date: DAY,
      to_date: '2026-11-22',
      page: 1,
      page_size: 100,
    },
  ])
})

test('an event that shares its id with another one has a key of its own', async () => {
  const { results } = await list('status=500&company=Unknown+company')
  expect(results).toMatchObject([{ key: 'd~2', id: 'd', cursor: 'c=2', call: { company: null } }])
})

test('no count is negative if an event was stored after the range was counted', async () => {
  await copied.setState('1042', DELIVERED)
  const owner = { service: copied.service, account: 'acme' }
  const range = { list: LIST, from_date: '2026-11-20', to_date: '2026-11-22' } as const
  const source = await eventSource(db, owner, copied.mirrorId, range, 'UTC')
  const rangeFilter = { criteria: {}, state: 'all' as const, of: 0 }
  expect((await countMatches(source, rangeFilter)).states).toMatchObject({
    missing: 0,
    delivered: 1,
  })
})

test('no cache may store an answer', async () => {
  const { headers } = await copied.get(`/gateway/events?${RANGE}`)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('nobody sees the copy of another account', async () => {
  const other = { authorization: 'Token other' }
  const response = await copied.get(`/gateway/events?${RANGE}`, other)
  expect(await response.json()).toMatchObject({ count: 0, of: 0, results: [] })
})

test('days outside the range are left out', async () => {
  const { results, of } = await list('', `list=${LIST}&from_date=2026-11-20&to_date=2026-11-21`)
  expect([results.map(({ key }) => key), of]).toEqual([['f'], 1])
})

describe('times of day, in the zone of the service:', () => {
  test.each([
    ['from_time=15:00', '1042 b c d~2 f'],
    ['from_time=15:01', '1042 b c d~2'],
    ['to_time=13:00', 'b c d~2 f'],
    ['to_time=12:59', 'd~2 f'],
    ['from_time=15:01&to_time=13:00&status=500', 'b d~2'],
  ])('%s', async (times, events) => {
    expect(await keys(`state=all&${times}`)).toBe(events)
  })
})

describe('the order', () => {
  test.each([
    ['', '1042 b c d~2 f d'],
    ['sort=-failed_at', '1042 b c d~2 f d'],
    ['sort=failed_at', 'f d~2 b c 1042 d'],
    ['sort=company', 'c 1042 d d~2 f b'],
    ['sort=-company', 'b d d~2 f 1042 c'],
    ['sort=caller', 'c 1042 d b d~2 f'],
    ['sort=-caller', 'd 1042 c b d~2 f'],
    ['sort=cause', 'f b d~2 1042 c d'],
    ['sort=receiver', 'b d~2 1042 f c d'],
    ['sort=-receiver', 'c d f 1042 b d~2'],
  ])('%s', async (query, order) => {
    expect(await keys(query)).toBe(order)
  })
})

describe('pages', () => {
  test('have as many events as asked for, and links to others', async () => {
    const page = await list('page=2&page_size=2&sort=failed_at')
    expect(page).toMatchObject({ count: 6, of: 6, results: [{ key: 'b' }, { key: 'c' }] })
    expect(page.next).toContain('page=3')
    expect(page.previous).toContain('page=1')
  })

  test('a page beyond the last is refused', async () => {
    const response = await copied.get(`/gateway/events?${RANGE}&page=2`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ detail: 'Invalid page.' })
  })
})

describe('bad input is refused:', () => {
  test.each([
    [`list=${LIST}&from_date=2026-11-31&to_date=2026-12-02`, 'from_date'],
    [`list=${LIST}&from_date=2026-11-22&to_date=2026-11-22`, 'non_field_errors'],
    ['list=calls&from_date=2026-11-20&to_date=2026-11-22', 'list'],
    [`${RANGE}&sort=name`, 'sort'],
    [`${RANGE}&state=open`, 'state'],
    [`${RANGE}&q=${'x'.repeat(2_001)}`, 'q'],
    [`${RANGE}&page=0`, 'page'],
    [`${RANGE}&from_time=24:00`, 'from_time'],
  ])('%s', async (query, field) => {
    const response = await copied.get(`/gateway/events?${query}`)
    expect(response.status).toBe(400)
    expect(Object.keys(await response.json())).toEqual([field])
  })
})

describe('the search', () => {
  test.each([
    '27825550001',
    '+27 82 555 0001',
    '(082) 555-0001',
    '0027(0)825550001',
    "'tel:+27825550001",
    '0825550001 700000042',
    '1042 muller 0825550001',
    'MOTORS müll',
    'mueller-cpt',
    'session\u2011482913',
    'hooks.acme.example/calls',
    'not available',
    'lerato',
  ])('finds an event by “%s”', async text => {
    expect(await keys(search(text))).toBe('1042')
  })

  test.each(['083 555 0001', 'muller acme zulu', '27825550001 9', '50%', '_', '\0', '\\'])(
    'does not find it by “%s”',
    async text => {
      expect(await keys(search(text))).toBe('')
    },
  )

  test('reads only the beginning of a long text', async () => {
    expect(await keys(search(`1042${' '.repeat(500)}nothing`))).toBe('1042')
  })
})

describe('filters', () => {
  test.each([
    ['company=Zulu', 'b'],
    ['company=Unknown+company', 'd~2 f d'],
    ['kind=Unknown', 'c'],
    ['status=500', 'b d~2'],
    ['status=No+answer', 'c'],
    ['status=Unknown', 'd'],
    ['receiver=hooks.acme.example/calls', '1042'],
    ['receiver=Receiver+unknown', 'c d'],
    ['cause=Refused+the+connection', 'c'],
    ['status=500&company=Zulu', 'b'],
    ['company=%00', ''],
  ])('%s', async (query, expected) => {
    expect(await keys(`state=all&${query}`)).toBe(expected)
  })
})

describe('the receiver of an event that names none', () => {
  test('is the one that is set for its tracking number, in any format', async () => {
    await copied.setReceiver('0105550143', 'https://set.example/calls?key=1')
    const { results } = await list('state=all&receiver=set.example/calls')
    expect(results).toMatchObject([
      { key: 'c', callback_url: null, receiver_url: 'https://set.example/calls?key=1' },
    ])
    expect(await keys(search('set.example'))).toBe('c')
  })

  test('does not replace the receiver that an event names', async () => {
    await copied.setReceiver('27105550142', 'https://set.example/')
    expect(await keys('state=all&receiver=set.example')).toBe('')
  })
})

describe('states', () => {
  beforeEach(async () => {
    await copied.setState('b', DELIVERED)
    await copied.setState('c', HANDLED)
  })

  test('without a search or a filter, all events are listed', async () => {
    const { state, states, results } = await list()
    expect([state, states]).toEqual(['all', { missing: 4, delivered: 1, handled: 1, all: 6 }])
    expect(results[1]).toMatchObject({
      state: { event_id: 'b', state: 'delivered', at: '2026-11-21T16:00:00.000+02:00' },
    })
  })

  test('a filter lists all that match, and counts each state', async () => {
    const { state, states, count, results } = await list('status=500')
    expect([state, states]).toEqual(['all', { missing: 1, delivered: 1, handled: 0, all: 2 }])
    expect([count, results.length]).toEqual([2, 2])
  })

  test.each([
    ['state=missing', '1042 d~2 f d'],
    ['state=delivered', 'b'],
    ['state=handled', 'c'],
    ['state=missing&company=Zulu', ''],
  ])('%s', async (query, expected) => {
    expect(await keys(query)).toBe(expected)
  })

  test('an event that failed again is still missing, and its newest failure counts', async () => {
    await copied.setState('1042', FAILED_AGAIN)
    expect(await keys('state=missing&cause=Host+name+not+found')).toBe('1042')
    expect(await keys('state=all&status=503')).toBe('')
    expect(await keys(search('name not found'))).toBe('1042')
    expect(await keys('sort=-cause')).toBe('d c 1042 b d~2 f')
    const { results } = await list('status=No+answer&state=missing')
    expect(results).toMatchObject([
      {
        failed_at: '2026-11-21T14:00:00.000+02:00',
        state: {
          ...{ state: 'failed_again', failed_again_at: '2026-11-21T16:00:00.000+02:00' },
          failure: { error: 'The host name was not found.' },
        },
      },
    ])
  })

  test('are read again once the version changes', async () => {
    expect(await keys('state=delivered')).toBe('b')
    await db.deleteFrom('event_state').where('event_id', '=', 'b').execute()
    expect(await keys('state=delivered')).toBe('b')
    await copied.setState('f', DELIVERED)
    expect(await keys('state=delivered')).toBe('f')
  })

  test('are read again if they change while they are read', async () => {
    let answer: Promise<string> | undefined
    await db.transaction().execute(async trx => {
      await sql`lock table listed_event`.execute(trx)
      answer = keys('state=handled')
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          `.execute(db)
          return rows.length
        })
        .toBeGreaterThan(0)
      // Somebody marks an event, and then takes it back.
      await sql`
        insert into event_state (service, account, list, event_id, handled_at)
        select service, account, list, 'f', now() from event_state where event_id = 'c'
      `.execute(db)
    })
    expect(await answer).toBe('c f')
    await db.deleteFrom('event_state').where('event_id', '=', 'f').execute()
    expect(await keys('state=handled')).toBe('c')
  })

  test('another account’s states count for nothing', async () => {
    await db.updateTable('event_state').set({ account: 'other' }).execute()
    expect((await list()).states.missing).toBe(6)
  })
})

test('the version changes with the states', async () => {
  const before = await list()
  expect((await list()).version).toBe(before.version)
  await db.updateTable('event_mirror').set({ version: 7 }).execute()
  expect((await list()).version).not.toBe(before.version)
})
