import { pino } from 'pino'
import { expect, test } from 'vitest'
import { answer, type UpstreamHandler } from '../../testing/peers/test-upstream.ts'
import { ActivityLog } from '../activity/activity-log.ts'
import { copiesOfFile, item } from '../events/reading/testing/start-copies.ts'
import { createUpstream } from '../upstream/upstream.ts'
import { connectUpstream } from '../upstream/upstream-connections.ts'
import { FieldRepository } from './field-repository.ts'
import { provesIncluded } from './prove-to-date.ts'

const copies = await copiesOfFile()
const { upstream, database } = copies

const [ONE, OTHER] = ['2024-03-01', '2024-03-02'] as const
const DAY = { list: 'call_events_fail', from_date: ONE, to_date: OTHER } as const

/** The ids of each day's events, newest first. */
type Events = { [ONE]: number[]; [OTHER]: number[] }

type Service = {
  /** Which days it lists of a range. */
  includes: (day: string, from: string, to: string) => boolean
  /** What happens before it answers the second request or a later one. */
  meanwhile?: (events: Events) => void
  isCounted?: boolean
  isOldestFirst?: boolean
}

const included: Service = { includes: (day, from, to) => day >= from && day <= to }
const excluded: Service = { includes: (day, from, to) => day >= from && day < to }
/** The list from a day to itself is that of the day. */
const excludedUnlessAlone: Service = {
  includes: (day, from, to) => day >= from && (day < to || (day === to && from === to)),
}
const ignored: Service = { includes: (day, from) => day >= from }

function serve(given: Events, service: Service): UpstreamHandler {
  const { includes, meanwhile, isCounted = true, isOldestFirst = false } = service
  const events = structuredClone(given)
  return ({ query }, response) => {
    if (upstream.requests.length > 1) meanwhile?.(events)
    const [from = '', to = ''] = [query.get('from_date') ?? '', query.get('to_date') ?? '']
    const items = ([OTHER, ONE] as const)
      .filter(day => includes(day, from, to))
      .flatMap(day => events[day].map(id => item(id, { failed_at: `${day}T12:00:00+02:00` })))
    if (isOldestFirst) items.reverse()
    const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))]
    const results = items.slice((page - 1) * size, page * size).map(text => JSON.parse(text))
    const next = page * size < items.length ? `http://10.0.0.1/?page=${page + 1}` : null
    answer(response, 200, {
      next,
      previous: null,
      results,
      ...(isCounted && { count: items.length }),
    })
  }
}

async function isFound(events: Events, service: Service): Promise<boolean> {
  upstream.behave(serve(events, service))
  const connections = connectUpstream(upstream.url, 5_000, { toDate: { is_included: false } })
  const isProven = await provesIncluded(createUpstream(connections, ''), 'Token any', DAY)
  await connections.close()
  return isProven
}

const FEW: Events = { [ONE]: [2, 1], [OTHER]: [5, 4, 3] }
const MANY: Events = {
  [ONE]: Array.from({ length: 130 }, (_, at) => 1_000 - at),
  [OTHER]: Array.from({ length: 150 }, (_, at) => 3_000 - at),
}
const NONE: Events = { [ONE]: [], [OTHER]: [] }

test.each<[string, Events, Service]>([
  ['few events', FEW, included],
  ['few events, the oldest first', FEW, { ...included, isOldestFirst: true }],
  ['many pages', MANY, included],
])('three requests prove that a list with %s includes to_date', async (_name, events, service) => {
  expect(await isFound(events, service)).toBe(true)
  expect(upstream.requests).toHaveLength(3)
})

test.each<[string, Events, Service]>([
  ['excludes to_date', FEW, excluded],
  ['excludes it, with many pages', MANY, excluded],
  ['excludes it unless from_date is the same day', FEW, excludedUnlessAlone],
  ['ignores it', FEW, ignored],
  ['has no events', NONE, included],
  ['has none on the second day', { ...FEW, [OTHER]: [] }, included],
  ['has none on the first day', { ...FEW, [ONE]: [] }, included],
  ['has many events and no count', MANY, { ...included, isCounted: false }],
  ['has many events, the oldest first', MANY, { ...included, isOldestFirst: true }],
  [
    'gets another event after each request',
    FEW,
    { ...included, meanwhile: events => void events[ONE].unshift(100 + events[ONE].length) },
  ],
  [
    'loses an event after each request',
    FEW,
    { ...included, meanwhile: events => void events[OTHER].pop() },
  ],
  [
    'excludes to_date unless alone, and grows until the sum is right',
    { [ONE]: [2, 1], [OTHER]: [3, 4] },
    {
      ...excludedUnlessAlone,
      meanwhile: events => void events[ONE].unshift(100 + events[ONE].length),
    },
  ],
  [
    'ignores to_date, and grows until the sum is right',
    { [ONE]: [2, 1], [OTHER]: [3] },
    {
      ...ignored,
      meanwhile: events => void (upstream.requests.length === 3 && events[OTHER].unshift(4)),
    },
  ],
])('nothing is proven if a list %s', async (_name, events, service) => {
  expect(await isFound(events, service)).toBe(false)
})

const asked = () =>
  upstream.requests.map(({ query }) => `${query.get('from_date')} ${query.get('to_date')}`)

test.each<[string, Service]>([
  ['excludes to_date', excluded],
  ['has days in another time zone', { includes: (day, from, to) => day > from && day <= to }],
])('a service that %s gets at most one more request', async (name, service) => {
  upstream.behave(serve(FEW, service))
  const thandi = copies.caller(name)
  const reader = copies.process()
  await copies.readAll(reader, thandi, DAY)
  await reader.change(thandi, DAY, 'again')
  await copies.readAll(reader, thandi, DAY)
  await reader.stop()
  expect(asked().filter(days => days === `${ONE} ${ONE}`).length).toBeLessThan(2)
  expect(asked().filter(days => days !== `${ONE} ${OTHER}` && days !== `${ONE} ${ONE}`)).toEqual([])
  expect(copies.fields.toDate).toEqual({ is_included: false, source: null })
})

test('the reader finds out once that a service includes to_date, and reads the days again', async () => {
  upstream.behave(serve(FEW, included))
  const thandi = copies.caller('finds out')
  const reader = copies.process()
  await copies.readAll(reader, thandi, DAY)
  await expect.poll(() => copies.fields.toDate.is_included).toBe(true)
  expect(copies.fields.toDate).toEqual({ is_included: true, source: 'found' })
  const { reading, ids } = await copies.readAll(reader, thandi, DAY)
  expect([ids, reading.count]).toEqual([['2', '1'], 2])
  const [first, ...proof] = [
    `${ONE} ${OTHER}`,
    `${ONE} ${ONE}`,
    `${OTHER} ${OTHER}`,
    `${ONE} ${OTHER}`,
  ]
  expect(asked()).toEqual([first, ...proof, `${ONE} ${ONE}`])
  // Everybody else's days are read by what is known, also by other processes.
  upstream.requests.length = 0
  await copies.readAll(reader, copies.caller('knows'), DAY)
  expect(asked()).toEqual([`${ONE} ${ONE}`])
  const meaningIn = async (includesToDate: boolean | undefined) => {
    const [service, isForeign, file] = [upstream.url, true, null]
    const { db } = database
    const activity = new ActivityLog({ db, logger: pino({ level: 'silent' }) })
    const options = { db, activity, service, timeZone: 'UTC', isForeign, file, includesToDate }
    const other = new FieldRepository(options)
    await other.refreshToDate()
    return other.toDate
  }
  expect(await meaningIn(undefined)).toEqual({ is_included: true, source: 'found' })
  expect(await meaningIn(false)).toEqual({ is_included: false, source: 'setting' })
})
