import { expect, test } from 'vitest'
import { addDays } from '../../contract/time/calendar-date.ts'
import { shortDate } from '../../contract/time/day-text.ts'
import { parseDay } from './parse-day.ts'

const TODAY = '2026-11-24'

test.each([
  ['2026-11-22', '2026-11-22'],
  ['2026/11/22', '2026-11-22'],
  [' 22 Nov 2026 ', '2026-11-22'],
  ['22 November 2026', '2026-11-22'],
  ['22nd november 2026', '2026-11-22'],
  ['22-Nov-26', '2026-11-22'],
  ['1 Sept 2026', '2026-09-01'],
  ['Nov 22, 2026', '2026-11-22'],
  ['22/11/2026', '2026-11-22'],
  ['22.11.2026', '2026-11-22'],
  ['22 11 2026', '2026-11-22'],
  ['22/11/26', '2026-11-22'],
  ['9999-12-31', '9999-12-31'],
])('%s is %s', (text, day) => {
  expect(parseDay(text, TODAY)).toBe(day)
})

test.each([
  ['11/12/2025', '2025-12-11'],
  ['1.2.2026', '2026-02-01'],
])('%s is read day first, as %s', (text, day) => {
  expect(parseDay(text, TODAY)).toBe(day)
})

test.each([
  ['24 Nov', '2026-11-24'],
  ['22/11', '2026-11-22'],
  ['22.11.', '2026-11-22'],
  ['25 Nov', '2025-11-25'],
  ['31 December', '2025-12-31'],
  ['Dec 31', '2025-12-31'],
  ['29 Feb', '2024-02-29'],
])('%s without a year is %s, not a future day', (text, day) => {
  expect(parseDay(text, TODAY)).toBe(day)
})

test.each([
  '',
  'tomorrow',
  '32 Nov 2026',
  '30 Feb',
  '29 Feb 2026',
  '11/22/2026',
  '22 No 2026',
  '22 Nox 2026',
  '22 Nov 202',
  '22',
  '2026-11',
  '2026-11-31',
  '31 Dec 1999',
  '0202-11-22',
  '22 Nov 2026 10:00',
])('“%s” is no day', text => {
  expect(parseDay(text, TODAY)).toBeNull()
})

test('every day that is shown can be read again', () => {
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
    expect(parseDay(shortDate(day), TODAY)).toBe(day)
  }
})
