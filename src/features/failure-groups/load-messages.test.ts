import { expect, test } from 'vitest'
import type { Reading } from '../../../contract/events.ts'
import { ApiError } from '../../api/api-error.ts'
import { readingError } from '../range/use-reading.ts'
import { formatAge, formatLoadObstacle, formatLoadProgress, formatPart } from './load-messages.ts'

const NOTHING_READ: Reading = {
  count: null,
  read: 0,
  is_complete: false,
  read_at: null,
  is_reading: false,
  wait: null,
  is_stopped: false,
  problem: null,
}

const words = (reading: Partial<Reading>, error: Error | null = null) =>
  formatLoadProgress({
    list: 'call_events_fail',
    reading: { ...NOTHING_READ, ...reading },
    error,
    time: () => '09:30',
  })

test('if the service does not count, the number of loaded events is still shown', () => {
  expect(words({ read: 1_200, is_reading: true })).toBe('Loading all failed calls: 1,200…')
  expect(words({ read: 1_200, is_reading: true, wait: 5 })).toMatch(/^1,200 loaded\. The/)
  expect(words({ read: 1_200 }, new Error('No.'))).toContain(
    '1,200 loaded, so this list is incomplete',
  )
  expect(words({ read: 1_200, is_complete: true, read_at: '2026-11-21T09:30:00+02:00' })).toBe(
    '1,200 failed calls loaded at 09:30.',
  )
})

test('before anything is loaded, there is no count', () => {
  expect(words({ is_reading: true })).toBe('Loading all failed calls…')
  expect(words({}, new Error('No.'))).toContain('None loaded')
  expect(words({ count: 45, read: 20, is_reading: true })).toBe(
    'Loading all failed calls: 20 of 45…',
  )
})

test('a complete range says how many events it had when they were loaded', () => {
  const complete = {
    count: 251,
    read: 253,
    is_complete: true,
    read_at: '2026-11-21T09:30:00+02:00',
  }
  expect(words(complete)).toBe('253 failed calls loaded at 09:30.')
  expect(words({ ...complete, read: 1 })).toBe('1 failed call loaded at 09:30.')
})

test('a range that was stopped says how many events are missing', () => {
  expect(words({ count: 45, read: 20, is_stopped: true })).toBe(
    'Stopped. 20 of 45 loaded, so this list is incomplete.',
  )
})

test('a range that could not be read again says when its events were loaded', () => {
  const complete = { read: 45, is_complete: true, read_at: '2026-11-21T09:30:00+02:00' }
  expect(words(complete, new Error('No.'))).toMatch(/ What you see was loaded at 09:30\.$/)
})

test.each([
  [{ is_reading: true }, ['45 failed calls loaded at 09:30.']],
  [{ is_reading: true, read_at: new Date().toISOString() }, []],
  [
    { is_reading: true, read_at: new Date().toISOString(), wait: 40 },
    [expect.stringMatching(/busy.*at 09:30/)],
  ],
  [{ is_reading: false }, []],
])('while an old copy is read again, a page says how old it is: %o', (change, texts) => {
  const old = { read: 45, is_complete: true, read_at: '2026-11-21T09:30:00+02:00' }
  const reading = { ...NOTHING_READ, ...old, ...change }
  expect(formatPart('call_events_fail', { reading, error: null }, () => '09:30')).toEqual(texts)
})

test.each([
  [
    { count: 631, read: 200, problem: { status: 502, detail: 'It failed.' } },
    ['Only 200 of 631 failed calls are loaded, so these numbers may be too low.'],
  ],
  [{ read: 45, is_complete: true, problem: { status: 502, detail: 'It failed.' } }, []],
])('after a failure, a page says how much is loaded: %o', (change, texts) => {
  const reading = { ...NOTHING_READ, ...change }
  expect(formatPart('call_events_fail', { reading, error: null }, String)).toEqual(texts)
})

test('a page says that nothing of a refused list is loaded', () => {
  const refused = { reading: undefined, error: new ApiError('forbidden') }
  expect(formatPart('transcription_events_fail', refused, String)).toEqual([
    'No failed AI events are loaded, so these numbers may be too low.',
  ])
})

test('lists are as old as the older one, and days that no longer change have no age', () => {
  const readAt = (read_at: string | null) => ({ ...NOTHING_READ, is_complete: true, read_at })
  const ages = (...stamps: (string | null)[]) => formatAge(stamps.map(readAt), String)
  const [older, newer] = ['2026-11-21T09:30:00+02:00', '2026-11-21T09:31:00+02:00']
  expect(ages(newer, older)).toBe(`Loaded at ${older}.`)
  expect(ages(newer, null)).toBe(`Loaded at ${newer}.`)
  expect(ages(null, null)).toBe('')
})

test('an answer that can’t be read says why', () => {
  const error = new ApiError('unreadable', { detail: 'it is not JSON' })
  expect(words({}, error)).toBe(
    'The answer could not be read: it is not JSON. None loaded, so this list is incomplete.',
  )
})

test('a refusal of the service is an error like that of a request for its list', () => {
  const problem = { status: 429, detail: 'The service is still busy.' }
  expect(readingError({ ...NOTHING_READ, problem })).toMatchObject({
    kind: 'throttled',
    detail: problem.detail,
  })
  expect(readingError(NOTHING_READ)).toBeNull()
})

test.each([
  [{ count: 2_426, read: 600, is_reading: true }, 'Waiting for all 2,426 failed calls…'],
  [{ count: null, read: 600, is_reading: true }, 'Waiting for all failed calls…'],
  [
    { count: 250, read: 200 },
    'Only 200 of 250 failed calls are loaded. Load the rest first, or choose fewer days.',
  ],
  [
    { count: null, read: 1_200 },
    'Only 1,200 failed calls are loaded. Load the rest first, or choose fewer days.',
  ],
  [{ count: 250, read: 250, is_complete: true }, null],
])('a reading with %o says why its matches are only a part', (reading, text) => {
  expect(formatLoadObstacle('call_events_fail', { ...NOTHING_READ, ...reading })).toBe(text)
})
