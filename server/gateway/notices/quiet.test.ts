import { describe, expect, test } from 'vitest'
import type { StoredNotice } from './describe-notice.ts'
import { isDue, withoutResolved } from './quiet.ts'

const ZONE = 'Africa/Johannesburg'
const EACH = { schedule: 'each', daily_at: '08:00', quiet: null, digest_on: null } as const

/** A time of day in the zone of the service. */
const at = (time: string, day = '2026-11-21') => new Date(`${day}T${time}:00+02:00`)

describe('quiet hours', () => {
  const overNight = { ...EACH, quiet: { from: '18:00', until: '07:30' } }

  test.each([
    ['17:59', true],
    ['18:00', false],
    ['23:59', false],
    ['00:00', false],
    ['07:29', false],
    ['07:30', true],
  ])('past midnight hold at %s: %s', (time, isSent) => {
    expect(isDue(overNight, at(time), ZONE)).toBe(isSent)
  })

  test('within a day hold between their times', () => {
    const atNoon = { ...EACH, quiet: { from: '12:00', until: '13:00' } }
    expect(['11:59', '12:00', '13:00'].map(time => isDue(atNoon, at(time), ZONE))).toEqual([
      true,
      false,
      true,
    ])
  })

  test('follow the clock of the zone when it changes', () => {
    const quiet = { ...EACH, quiet: { from: '22:00', until: '07:00' } }
    // Berlin: 25 October 2026, 03:00 becomes 02:00.
    expect(isDue(quiet, new Date('2026-10-24T05:00:00Z'), 'Europe/Berlin')).toBe(true)
    expect(isDue(quiet, new Date('2026-10-25T05:00:00Z'), 'Europe/Berlin')).toBe(false)
    expect(isDue(quiet, new Date('2026-10-25T06:00:00Z'), 'Europe/Berlin')).toBe(true)
  })
})

describe('after quiet hours', () => {
  const of = (kind: StoredNotice['kind'], receiver: string | null = 'acme'): StoredNotice => ({
    ...{ kind, receiver },
    company: null,
    facts: {},
  })
  const left = (notices: StoredNotice[], failing: string[] = []) =>
    withoutResolved(notices, ({ receiver }) => failing.includes(receiver ?? '')).map(
      ({ kind, receiver }) => `${kind} ${receiver}`,
    )

  test('what has resolved is left out with its end', () => {
    expect(left([of('failing'), of('recovered'), of('failing', 'bela')], ['bela'])).toEqual([
      'failing bela',
    ])
    expect(left([of('service_away', null), of('service_back', null)])).toEqual([])
    expect(left([of('outage', null), of('outage_over', null)])).toEqual([])
  })

  test('the end stays if an earlier message had the beginning', () => {
    expect(left([of('recovered'), of('service_back', null)])).toEqual([
      'recovered acme',
      'service_back null',
    ])
    expect(left([of('still_failing'), of('recovered')])).toEqual(['recovered acme'])
  })

  test('a receiver that failed again stays, and one that went quiet does not', () => {
    expect(left([of('failing'), of('recovered'), of('failing')], ['acme'])).toEqual([
      'failing acme',
    ])
    expect(left([of('failing')])).toEqual([])
  })

  test('a reminder replaces the first notice', () => {
    expect(left([of('failing'), of('still_failing')], ['acme'])).toEqual(['still_failing acme'])
  })

  test('replays and certificates stay', () => {
    expect(left([of('run_finished', null), of('certificate')])).toHaveLength(2)
  })
})
