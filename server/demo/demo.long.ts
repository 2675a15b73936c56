// Long: the demo records a month of failures several times.
import { X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FailedEventRecord } from '../../contract/failed-event.ts'
import { addDays } from '../../contract/time/calendar-date.ts'
import { stampIn } from '../../contract/time/stamp.ts'
import type { Schema } from '../database/schema.ts'
import { changeTokens } from '../service/tokens/tokens.ts'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { listen } from '../testing/peers/listen.ts'
import { addRow, onlyRow, rowsOf } from '../testing/rows.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { recordFailedEvents } from '../webhooks/store/record-failed-events.ts'
import { type Demo, startDemo } from './demo.ts'
import { LEAST_CALLS } from './demo-day.ts'

const timeZone = 'Africa/Johannesburg'
const NOON = '2026-11-21T12:00:00+02:00'

const open = closedAfterEach()
const newDatabase = async () => (await open(openTestDatabase())).db

async function start(db: Kysely<Schema>, folder: string, now: string, clock = () => new Date(now)) {
  const demo = await startDemo({ db, folder, timeZone, ports: 'free', clock })
  let closed: Promise<void> | undefined
  return open({ ...demo, close: () => (closed ??= demo.close()) })
}

const stop = (demo: Demo) => demo.close()

function daysOf(db: Kysely<Schema>) {
  return db
    .selectFrom('failed_event_day')
    .select(['list', 'day', 'count'])
    .orderBy('list')
    .orderBy('day')
    .execute()
}

async function itemsOf(db: Kysely<Schema>) {
  const rows = await db.selectFrom('failed_event').select(['list', 'item']).orderBy('id').execute()
  return rows.map(({ list, item }) => ({ list, ...FailedEventRecord.parse(JSON.parse(item)) }))
}

test('the first start records thirty days and today', async () => {
  const db = await newDatabase()
  await start(db, folderOfTest(), NOON)
  const days = await daysOf(db)
  const calls = days.filter(({ list }) => list === 'call_events_fail')
  expect(calls.map(({ day }) => day)).toEqual(
    Array.from({ length: 31 }, (_, index) => addDays('2026-10-22', index)),
  )
  expect(Math.min(...calls.map(({ count }) => count))).toBeGreaterThanOrEqual(45)
  const aiEvents = days.filter(({ list }) => list === 'transcription_events_fail')
  expect(aiEvents.map(({ day }) => day)).toEqual(calls.map(({ day }) => day))
  expect(Math.min(...aiEvents.map(({ count }) => count))).toBeGreaterThanOrEqual(8)
})

test('each failure of the last 24 hours is a delivery, so that Receivers counts it', async () => {
  const db = await newDatabase()
  await start(db, folderOfTest(), NOON)
  const deliveries = await db.selectFrom('delivery').select(['id', 'state']).orderBy('id').execute()
  const failures = await rowsOf(db, 'failed_event', {}, 'id', 'item')
  const since = Date.parse(NOON) - 24 * 60 * 60_000
  const newest = failures.filter(({ item }) => {
    const { failed_at } = FailedEventRecord.parse(JSON.parse(item))
    return Date.parse(failed_at ?? '') > since
  })
  expect(newest.length).toBeGreaterThan(LEAST_CALLS)
  expect(deliveries).toEqual(newest.map(({ id }) => ({ id, state: 'failed' })))
})

test('a start a week later adds the days since then and leaves the others unchanged', async () => {
  const db = await newDatabase()
  const folder = folderOfTest()
  await stop(await start(db, folder, NOON))
  const before = await itemsOf(db)
  await stop(await start(db, folder, '2026-11-21T16:00:00+02:00'))
  expect(await itemsOf(db)).toEqual(before)

  await start(db, folder, '2026-11-28T00:01:00+02:00')
  const after = await itemsOf(db)
  expect(after.slice(0, before.length)).toEqual(before)
  const calls = (await daysOf(db)).filter(({ list }) => list === 'call_events_fail')
  expect(calls.slice(-8).map(({ day }) => day)).toEqual(
    Array.from({ length: 8 }, (_, index) => addDays('2026-11-21', index)),
  )
  const newest = after.map(({ failed_at }) => Date.parse(failed_at))
  expect(Math.max(...newest)).toBeLessThan(Date.parse('2026-11-28T00:01:00+02:00'))
})

test('a demo that runs past midnight has failures on the next day, too', async () => {
  const db = await newDatabase()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    let now = '2026-11-21T23:55:00+02:00'
    const demo = await start(db, folderOfTest(), now, () => new Date(now))
    now = '2026-11-22T00:05:00+02:00'
    vi.advanceTimersByTime(10 * 60_000)
    await stop(demo)
  } finally {
    vi.useRealTimers()
  }
  expect((await daysOf(db)).map(({ day }) => day)).toContain('2026-11-22')
})

/** The result of a call of the demo's traffic: a delivery whose final failure was at `failed_at`. */
async function failForReal(db: Kysely<Schema>, failed_at: Date): Promise<void> {
  const [number] = await rowsOf(db, 'tracking_number')
  if (number === undefined) throw new Error('The demo has no number')
  const { id: tracking_number_id, partner_id } = number
  const call = { id: failed_at.getTime(), tracking_number_id, ended_at: failed_at }
  const { id: call_id } = await addRow(db, 'tracked_call', call)
  const callback_url = 'https://localhost:4443/acme-cars/calls'
  const sent = { event: 'call_termination', callback_url } as const
  const payload = JSON.stringify({ call_id })
  const { id } = await addRow(db, 'delivery', {
    ...{ ...sent, call_id, tracking_number_id, partner_id, payload },
    ...{ state: 'failed', attempts: 4, next_attempt_at: failed_at, settled_at: failed_at },
  })
  const attempts = [{ at: stampIn(failed_at, timeZone), status: 500, error: null, duration_ms: 0 }]
  const failure = { ...sent, id, attempts, failed_at, request_json: payload }
  const settings = { partnerId: partner_id, list: 'call_events_fail', timeZone } as const
  await db.transaction().execute(trx => recordFailedEvents(trx, settings, [failure]))
}

test('a day that begins with real failures gets its demo failures once, after the real ones', async () => {
  const db = await newDatabase()
  const folder = folderOfTest()
  await stop(await start(db, folder, NOON))
  const before = await itemsOf(db)
  const midnight = Date.parse('2026-11-22T00:00:00+02:00')
  const REAL = LEAST_CALLS + 5
  const realOnes = Array.from({ length: REAL }, (_, index) => new Date(midnight + index * 6_000))
  for (const failedAt of realOnes) await failForReal(db, failedAt)

  await stop(await start(db, folder, '2026-11-22T00:05:01+02:00'))
  const made = (await itemsOf(db)).slice(before.length + REAL)
  const calls = made.filter(({ list }) => list === 'call_events_fail')
  expect(calls.length).toBeGreaterThanOrEqual(LEAST_CALLS)
  for (const { failed_at, attempts } of made) {
    const last = attempts?.at(-1)
    // The time comes from the attempts, not from an earlier failure.
    expect(Date.parse(last?.at ?? '') + (last?.duration_ms ?? 0)).toBe(Date.parse(failed_at))
    expect(Date.parse(failed_at)).toBeGreaterThanOrEqual(realOnes.at(-1)?.getTime() ?? 0)
  }

  await failForReal(db, new Date('2026-11-22T09:00:00+02:00'))
  const then = await itemsOf(db)
  await start(db, folder, '2026-11-22T10:00:00+02:00')
  expect(await itemsOf(db)).toEqual(then)
})

describe('the account', () => {
  let db: Kysely<Schema>
  beforeEach(async () => {
    db = await newDatabase()
  })

  test('has its token and certificates in files that only its owner can read, and a new token after that is revoked', async () => {
    const folder = folderOfTest()
    const first = await start(db, folder, NOON)
    await stop(first)
    for (const file of ['token', 'certificates.json']) {
      expect(statSync(join(folder, 'demo', file)).mode & 0o777).toBe(0o600)
    }

    const again = await start(db, folder, NOON)
    await stop(again)
    expect(again.token).toBe(first.token)
    expect(again.exceptions).toEqual(first.exceptions)
    expect(again.authorities).toEqual(first.authorities)

    const { id: partnerId } = await onlyRow(db, 'partner', { reference: 'karoo' })
    await changeTokens(db, { partnerId, label: 'Demo' }, { revoked_at: new Date() })
    expect((await start(db, folder, NOON)).token).not.toBe(first.token)
  })

  test('a certificate is renewed in its last week', async () => {
    const folder = folderOfTest()
    const first = await start(db, folder, NOON)
    await stop(first)
    const nearTheEnd = await start(db, folder, '2027-11-18T12:00:00+02:00')
    expect(nearTheEnd.authorities).not.toEqual(first.authorities)
    const [pem = ''] = nearTheEnd.authorities
    expect(new X509Certificate(pem).validToDate.getTime()).toBeGreaterThan(
      Date.parse('2028-01-01T00:00:00Z'),
    )
  })

  test('reports that another program has taken a receiver’s port, and starts anyway', async () => {
    const folder = folderOfTest()
    const first = await start(db, folder, NOON)
    expect(first.warnings).toEqual([])
    await stop(first)
    const [port] = first.exceptions.map(exception => Number(exception.split(':')[1]))
    const other = createServer()
    await listen(other, port)
    try {
      const again = await start(db, folder, NOON)
      expect(again.warnings).toEqual([expect.stringContaining(`port ${port}`)])
    } finally {
      other.close()
    }
  })
})
