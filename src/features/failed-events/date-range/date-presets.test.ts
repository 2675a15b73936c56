import { expect, test } from 'vitest'
import { CALENDAR_PRESETS, DATE_PRESETS, parseRange, widerRanges } from './date-presets.ts'

test.each([
  ['Today', '2026-03-02', '2026-03-02'],
  ['Yesterday', '2026-03-01', '2026-03-01'],
  ['Since yesterday', '2026-03-01', '2026-03-02'],
  ['Since the last working day', '2026-02-27', '2026-03-02'],
  ['Last 7 days', '2026-02-24', '2026-03-02'],
  ['Last 30 days', '2026-02-01', '2026-03-02'],
  ['This week', '2026-03-02', '2026-03-02'],
  ['Last week', '2026-02-23', '2026-03-01'],
  ['This month', '2026-03-01', '2026-03-02'],
  ['Last month', '2026-02-01', '2026-02-28'],
])('%s, seen on Monday, 2 March 2026', (label, from, to) => {
  const preset = [...DATE_PRESETS, ...CALENDAR_PRESETS].find(candidate => candidate.label === label)
  expect(preset?.rangeAt('2026-03-02')).toEqual({ from, to })
})

test.each([
  ['This month', '2026-03-01'],
  [' last 7 days ', '2026-02-24'],
  ['7 days', '2026-02-24'],
  ['last 3 days', '2026-02-28'],
  ['since Friday', '2026-02-27'],
  ['since the last working day', '2026-02-27'],
])('“%s” is a range that a person can write', (text, from) => {
  expect(parseRange(text, '2026-03-02')).toEqual({ from, to: '2026-03-02' })
})

test.each([
  ['since Friday 14:00', '2026-02-27', '14:00'],
  ['since yesterday, 9h30', '2026-03-01', '09:30'],
  ['since 2 pm', '2026-03-02', '14:00'],
])('“%s” begins on %s at %s', (text, from, from_time) => {
  expect(parseRange(text, '2026-03-02')).toEqual({ from, to: '2026-03-02', from_time })
})

test.each(['last year', '2 Mar 2026', '0 days', 'since then', ''])('“%s” is no range', text => {
  expect(parseRange(text, '2026-03-02')).toBeNull()
})

test.each([
  ['today', '2026-03-02', '2026-03-02', ['2026-02-24', '2026-02-01']],
  ['the last 7 days', '2026-02-24', '2026-03-02', ['2026-02-01']],
  ['a day long ago', '2025-11-01', '2025-11-01', ['2025-10-02']],
])('offers ranges that reach further back than %s', (_name, from, to, starts) => {
  const wider = widerRanges({ from, to }, '2026-03-02')
  expect(wider.map(({ range }) => range.from)).toEqual(starts)
})

test.each([
  ['2026-03-01', '2026-02-23'],
  ['2026-01-01', '2025-12-29'],
  ['2028-03-01', '2028-02-28'],
])('the week of %s begins on Monday, %s', (today, monday) => {
  const thisWeek = CALENDAR_PRESETS.find(({ label }) => label === 'This week')
  expect(thisWeek?.rangeAt(today).from).toBe(monday)
})

test.each([
  ['2026-03-03', '2026-03-02'],
  ['2026-03-07', '2026-03-06'],
  ['2026-03-08', '2026-03-06'],
])('the last working day before %s is %s', (today, from) => {
  const [sinceLastWorkingDay] = CALENDAR_PRESETS
  expect(sinceLastWorkingDay?.rangeAt(today)).toEqual({ from, to: today })
})
