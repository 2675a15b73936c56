import { expect, test } from 'vitest'
import { foreignTime } from './foreign-time.ts'

const NOON = '2026-11-02T12:00:00.000Z'
const read = (value: unknown, dayFirst: boolean | null = null) => {
  const time = foreignTime(value, { zone: 'Africa/Johannesburg', dayFirst })
  return time === null ? null : new Date(time).toISOString()
}

test.each([
  ['2026-11-02T12:00:00Z'],
  ['2026-11-02T14:00:00+02:00'],
  ['2026-11-02T14:00:00.000+0200'],
  ['2026-11-02T14:00:00+02:00[Africa/Johannesburg]'],
  ['2026-11-02 14:00:00 +0200 SAST'],
  ['2026-11-02 12:00:00 UTC'],
  ['2026-11-02 12:00:00.000000+00'],
  ['20261102T120000Z'],
  ['Mon, 02 Nov 2026 14:00:00 +0200'],
  ['Mon, 02 Nov 2026 12:00:00 GMT'],
  ['Nov 2, 2026 12:00 PM UTC'],
  [1793620800],
  [1793620800000],
  [1793620800000000],
  ['1793620800'],
  ['1793620800.000'],
  ['/Date(1793620800000+0200)/'],
])('reads %j, which names its zone', written => {
  expect(read(written)).toBe(NOON)
})

test.each([
  ['2026-11-02T14:00:00'],
  ['2026-11-02 14:00'],
  ['2026/11/02 14:00:00'],
  ['20261102140000'],
  ['2 November 2026 14:00'],
  ['Mon Nov  2 14:00:00 2026'],
  [[2026, 11, 2, 14, 0]],
])('reads %j in the zone of the service', written => {
  expect(read(written)).toBe(NOON)
})

test.each([
  ['02/11/2026 14:00', true],
  ['02.11.2026 14:00:00', true],
  ['2-11-2026, 14:00', true],
  ['11/02/2026 02:00 PM', false],
])('reads %j by the order of its parts', (written, dayFirst) => {
  expect(read(written, dayFirst)).toBe(NOON)
  expect(read(written)).toBeNull()
})

test('reads a date whose day is above 12 in any order', () => {
  expect(read('22/11/2026 14:00')).toBe('2026-11-22T12:00:00.000Z')
  expect(read('11/22/2026 14:00', true)).toBe('2026-11-22T12:00:00.000Z')
})

test('reads a time in the night when clocks change', () => {
  const inNewYork = (written: string) =>
    foreignTime(written, { zone: 'America/New_York', dayFirst: null })
  expect(inNewYork('2026-11-01 03:00')).toBe(Date.parse('2026-11-01T08:00:00Z'))
  expect(inNewYork('2026-03-08 03:00')).toBe(Date.parse('2026-03-08T07:00:00Z'))
})

test.each([
  ['500'],
  [500],
  [27820000001],
  ['27820000001'],
  [''],
  ['yesterday'],
  ['2026-13-02T14:00:00Z'],
  ['2026-02-30 14:00'],
  ['31/02/2026 14:00'],
  ['2026-11-02 14:00 EST'],
  ['10.0.0.1'],
  [null],
  [[1, 2]],
  [{}],
  ['x'.repeat(10_000)],
])('reads no time in %j', written => {
  expect(read(written)).toBeNull()
})
