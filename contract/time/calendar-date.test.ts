import { describe, expect, it } from 'vitest'
import { addDays, dayOf } from './calendar-date.ts'

describe('dayOf', () => {
  it.each([
    ['2026-11-22T21:59:59Z', 'Africa/Johannesburg', '2026-11-22'],
    ['2026-11-22T22:00:00Z', 'Africa/Johannesburg', '2026-11-23'],
    ['2026-11-22T02:30:00Z', 'America/Los_Angeles', '2026-11-21'],
    ['2026-03-04T05:06:07Z', 'UTC', '2026-03-04'],
    ['0999-03-04T00:00:00Z', 'UTC', '0999-03-04'],
    ['9999-12-31T23:59:59Z', 'UTC', '9999-12-31'],
  ])('of %s in %s is %s', (instant, zone, day) => {
    expect(dayOf(new Date(instant), zone)).toBe(day)
  })
})

describe('addDays', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-03-01', -1, '2028-02-29'],
  ])('moves %s by %i to %s', (day, days, moved) => {
    expect(addDays(day, days)).toBe(moved)
  })
})
