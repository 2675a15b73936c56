import { describe, expect, it } from 'vitest'
import { stampIn, startOfDay } from './stamp.ts'

describe('stampIn', () => {
  it.each([
    ['2026-11-22T12:00:00Z', 'Africa/Johannesburg', '2026-11-22T14:00:00.000+02:00'],
    ['2026-11-30T22:30:00Z', 'Africa/Johannesburg', '2026-12-01T00:30:00.000+02:00'],
    ['2026-12-31T23:59:59.999Z', 'Africa/Johannesburg', '2027-01-01T01:59:59.999+02:00'],
    ['2026-11-01T02:00:00Z', 'America/Los_Angeles', '2026-10-31T19:00:00.000-07:00'],
    ['2026-11-22T00:00:00Z', 'UTC', '2026-11-22T00:00:00.000+00:00'],
    ['2026-11-22T23:00:00Z', 'Asia/Kathmandu', '2026-11-23T04:45:00.000+05:45'],
    ['2026-06-01T10:00:00Z', 'Pacific/Kiritimati', '2026-06-02T00:00:00.000+14:00'],
    ['2026-06-01T10:00:00Z', 'America/St_Johns', '2026-06-01T07:30:00.000-02:30'],
    ['1880-01-01T00:00:00Z', 'Africa/Johannesburg', '1880-01-01T01:52:00.000+01:52'],
    ['0001-01-01T12:00:00Z', 'UTC', '0001-01-01T12:00:00.000+00:00'],
  ])('of %s in %s is %s', (instant, zone, stamp) => {
    expect(stampIn(new Date(instant), zone)).toBe(stamp)
  })
})

describe('startOfDay', () => {
  it.each([
    ['2026-11-22', 'Africa/Johannesburg', '2026-11-21T22:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['0001-01-01', 'UTC', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31', 'America/New_York', '9999-12-31T05:00:00.000Z'],
  ])('of %s in %s is %s', (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant)
  })
})
