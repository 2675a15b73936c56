import { describe, expect, test } from 'vitest'
import { timesIn } from '../../../../contract/time/times-in.ts'
import { bucketsOf, readsAll } from './use-histogram.ts'

const times = timesIn('Africa/Johannesburg')

describe('bucketsOf', () => {
  test('gives hours for one day', () => {
    const hours = bucketsOf({ from: '2026-11-21', to: '2026-11-21' }, times)
    expect(hours).toHaveLength(24)
    expect(hours[9]).toEqual({
      label: '09:00',
      range: { from: '2026-11-21', to: '2026-11-21', from_time: '09:00', to_time: '09:59' },
      from: Date.parse('2026-11-21T09:00:00+02:00'),
      until: Date.parse('2026-11-21T10:00:00+02:00'),
    })
  })

  test.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('gives one hour less or more for %s, when clocks change', (day, hours) => {
    expect(bucketsOf({ from: day, to: day }, timesIn('Europe/Berlin'))).toHaveLength(hours)
  })

  test('gives days for a longer range', () => {
    const days = bucketsOf({ from: '2026-11-19', to: '2026-11-21' }, times)
    expect(days.map(({ label }) => label)).toEqual(['Thu 19 Nov', 'Fri 20 Nov', 'Sat 21 Nov'])
    expect(days[2]?.range).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  })

  test('gives weeks for a range with too many days, the last one shorter', () => {
    const weeks = bucketsOf({ from: '2026-08-01', to: '2026-10-31' }, times)
    expect(weeks).toHaveLength(14)
    expect(weeks[0]?.label).toBe('from 1 to 7 August 2026')
    expect(weeks.at(-1)?.range).toEqual({ from: '2026-10-31', to: '2026-10-31' })
  })

  test('gives no bars for days in the wrong order', () => {
    expect(bucketsOf({ from: '2026-11-21', to: '2026-11-20' }, times)).toEqual([])
  })
})

test.each([
  ['an unknown number of', null, false],
  ['no', 0, false],
  ['few', 500, true],
  ['many', 501, false],
])(
  'a page of a range with %s events has Redial read all of them for the chart: %#',
  (_, count, isRead) => {
    expect(readsAll(false, { count })).toBe(isRead)
    expect(readsAll(true, { count })).toBe(true)
    expect(readsAll(false, undefined)).toBe(false)
  },
)
