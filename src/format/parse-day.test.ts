import { expect, test } from 'vitest'
import { addDays } from '../../contract/time/calendar-date.ts'
import { shortDate } from '../../contract/time/day-text.ts'
import { parseDay, parseDayAndTime } from './parse-day.ts'

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
  ['today', '2026-11-24'],
  ['now', '2026-11-24'],
  ['Yesterday', '2026-11-23'],
  ['3 days ago', '2026-11-21'],
  ['a week ago', '2026-11-17'],
  ['2 weeks ago', '2026-11-10'],
  ['tuesday', '2026-11-24'],
  ['last Tuesday', '2026-11-17'],
  ['last fri', '2026-11-20'],
  ['wed', '2026-11-18'],
  ['last working day', '2026-11-23'],
])('%s, on a Tuesday, is %s', (text, day) => {
  expect(parseDay(text, TODAY)).toBe(day)
})

test.each([
  ['22 Nov 2026', '2026-11-22', undefined],
  ['22 Nov 2026, 14:00', '2026-11-22', '14:00'],
  ['2026-11-22T9:05', '2026-11-22', '09:05'],
  ['yesterday at 2 pm', '2026-11-23', '14:00'],
  ['last friday 12:30am', '2026-11-20', '00:30'],
  ['yesterday 12 PM', '2026-11-23', '12:00'],
  ['7:15', '2026-11-02', '07:15'],
  ['yesterday 14h30', '2026-11-23', '14:30'],
  ['9h', '2026-11-02', '09:00'],
  ['22 Nov, 17 h', '2026-11-22', '17:00'],
])('%s is %s at %s', (text, day, time) => {
  expect(parseDayAndTime(text, '2026-11-02', TODAY)).toEqual({ day, time })
})

test.each([
  '22 Nov 2026 24:00',
  '22 Nov 2026 10:60',
  'yesterday 13 pm',
  '0 am',
  'soon 10:00',
  '25h00',
  '14',
])('“%s” is no day and no time of one', text => {
  expect(parseDayAndTime(text, '2026-11-02', TODAY)).toBeNull()
})

test('a time without a day needs one from elsewhere', () => {
  expect(parseDayAndTime('10:00', undefined, TODAY)).toBeNull()
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
  'last week',
  'next friday',
  'fridays',
])('“%s” is no day', text => {
  expect(parseDay(text, TODAY)).toBeNull()
})

test('every day that is shown can be read again', () => {
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
    expect(parseDay(shortDate(day), TODAY)).toBe(day)
  }
})
