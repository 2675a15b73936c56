import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addDays, type CalendarDate } from '../../contract/time/calendar-date.ts'
import { startOfDay } from '../../contract/time/stamp.ts'
import {
  CallTerminationPayload,
  DataEventPayload,
  MissedCallPayload,
} from '../../contract/webhook-payload.ts'
import { DEMO_COMPANIES } from './demo-companies.ts'
import { demoDay, LEAST_CALLS } from './demo-day.ts'

const timeZone = 'Africa/Johannesburg'
const ports = { receivers: 4443, untrusted: 4444, unreachable: 1 }
const MINUTE_MS = 60_000

const FAILING = DEMO_COMPANIES.filter(({ receiver }) => receiver !== 'recovered').map(
  ({ reference }) => reference,
)
const companyOf = ({ callback_url }: { callback_url: string }) =>
  new URL(callback_url).pathname.split('/')[1] ?? ''

function wholeDay(day: CalendarDate) {
  const from = startOfDay(day, timeZone)
  return demoDay({ day, from, to: startOfDay(addDays(day, 1), timeZone), timeZone, ports })
}

const A_YEAR = Array.from({ length: 365 }, (_, index) => wholeDay(addDays('2026-01-01', index)))

test('a day is always the same, and differs from the next', () => {
  expect(wholeDay('2026-11-21')).toEqual(wholeDay('2026-11-21'))
  expect(wholeDay('2026-11-22').calls).not.toEqual(wholeDay('2026-11-21').calls)
})

test.each(['00:00:01', '00:01:00', '09:30:00', '23:59:00'])(
  'at %s, all failures of the day are before that time',
  time => {
    const from = startOfDay('2026-11-21', timeZone)
    const to = new Date(`2026-11-21T${time}+02:00`)
    const day = demoDay({ day: '2026-11-21', from, to, timeZone, ports })
    expect(day.calls.length).toBe(wholeDay('2026-11-21').calls.length)
    for (const list of [day.calls, day.aiEvents]) {
      const times = list.map(({ failed_at }) => failed_at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(0)).toBeGreaterThanOrEqual(from.getTime())
      expect(times.at(-1)).toBeLessThan(to.getTime())
    }
  },
)

describe('on every day of a year', () => {
  test('there are three pages of failed calls, with Missed Call Savers, and some AI events', () => {
    for (const { calls, aiEvents } of A_YEAR) {
      expect(calls.length).toBeGreaterThanOrEqual(LEAST_CALLS)
      expect(aiEvents.length).toBeGreaterThanOrEqual(8)
      expect(calls.filter(({ event }) => event === 'missed_call_saver').length).toBeGreaterThan(3)
    }
  })

  test('most receivers have recovered, and page 1 shows all others', () => {
    for (const { calls } of A_YEAR) {
      const failing = calls.filter(call => FAILING.includes(companyOf(call)))
      expect(failing.length).toBeLessThan(calls.length / 2)
      const newest = calls.slice(-20).map(companyOf)
      expect(newest).toEqual(expect.arrayContaining(FAILING))
    }
  })
})

test('payloads match the contract and name their call once', () => {
  const failures = A_YEAR.slice(0, 30).flatMap(({ calls, aiEvents }) => [...calls, ...aiEvents])
  const schemas = {
    call_termination: z.strictObject(CallTerminationPayload.shape),
    missed_call_saver: z.strictObject(MissedCallPayload.shape),
    data_event: z.strictObject(DataEventPayload.shape),
  }
  const ids = failures.map(
    ({ event, request_json }) => schemas[event].parse(JSON.parse(request_json)).call_id,
  )
  expect(new Set(ids).size).toBe(ids.length)

  const calls = failures
    .filter(({ event }) => event === 'call_termination')
    .map(({ request_json }) => CallTerminationPayload.parse(JSON.parse(request_json)))
  expect(calls.every(({ answered, contact }) => answered === (contact !== null))).toBe(true)
  expect(calls.some(({ answered }) => !answered)).toBe(true)
  expect(calls.some(({ answered, recording_url }) => answered && !recording_url)).toBe(true)
  expect(calls.every(({ call_end_stamp }) => call_end_stamp.endsWith('+02:00'))).toBe(true)
})

test('a delivery was attempted four times by the retry schedule before its final failure', () => {
  const { calls } = wholeDay('2026-11-21')
  for (const { attempts, failed_at, request_json } of calls) {
    const starts = attempts.map(({ at }) => Date.parse(at))
    const ends = attempts.map(({ duration_ms }, index) => (starts[index] ?? 0) + duration_ms)
    const waits = starts.slice(1).map((start, index) => start - (ends[index] ?? 0))
    expect(waits.map(wait => Math.floor(wait / MINUTE_MS))).toEqual([1, 5, 30])
    expect(ends.at(-1)).toBe(failed_at.getTime())
    expect(Date.parse(JSON.parse(request_json).call_end_stamp)).toBeLessThan(starts[0] ?? 0)
  }
})

test('a month shows every cause', () => {
  const attempts = A_YEAR.slice(0, 30)
    .flatMap(({ calls }) => calls)
    .flatMap(call => call.attempts)
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([500, 503, 404, 204, null]))
  expect(new Set(attempts.filter(({ status }) => status === null).map(a => a.error))).toEqual(
    new Set([
      'did not answer within 10 seconds',
      'refused the connection',
      'closed the connection',
      'its certificate is not signed by an authority we trust',
      'its certificate, or a certificate in its chain, has expired',
    ]),
  )
})
