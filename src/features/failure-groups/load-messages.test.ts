import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { NOT_LOADED } from '../range/range-load.ts'
import { formatLoadObstacle, formatLoadProgress } from './load-messages.ts'

const words = (state: Partial<Parameters<typeof formatLoadProgress>[0]>) =>
  formatLoadProgress({
    list: 'call_events_fail',
    load: NOT_LOADED,
    isLoading: false,
    error: null,
    time: () => '09:30',
    ...state,
  })

test('if the service does not count, the number of loaded events is still shown', () => {
  const load = { ...NOT_LOADED, read: 1_200 }
  const wait = { seconds: 5 }
  expect(words({ load, isLoading: true })).toBe('Loading all failed calls: 1,200…')
  expect(words({ load: { ...load, wait }, isLoading: true })).toMatch(/^1,200 loaded\. The/)
  expect(words({ load, error: new Error('No.') })).toContain(
    '1,200 loaded, so this list is incomplete',
  )
  expect(words({ load: { ...load, isComplete: true, readAt: 0 } })).toBe(
    '1,200 failed calls loaded at 09:30.',
  )
})

test('before anything is loaded, there is no count', () => {
  expect(words({ isLoading: true })).toBe('Loading all failed calls…')
  expect(words({ error: new Error('No.') })).toContain('None loaded')
  expect(words({ load: { ...NOT_LOADED, count: 45, read: 20 }, isLoading: true })).toBe(
    'Loading all failed calls: 20 of 45…',
  )
})

test('a loaded range says how many events arrived while the others were loading', () => {
  const load = { ...NOT_LOADED, count: 253, read: 253, isComplete: true, readAt: 0 }
  expect(words({ load: { ...load, came: 3 } })).toBe(
    '253 of 253 failed calls loaded at 09:30. 3 of them arrived while the others were loading.',
  )
  expect(words({ load })).toBe('253 of 253 failed calls loaded at 09:30.')
})

test('an answer that can’t be read says why', () => {
  const error = new ApiError('unreadable', { detail: 'it is not JSON' })
  expect(words({ error })).toBe(
    'The answer could not be read: it is not JSON. None loaded, so this list is incomplete.',
  )
})

test.each([
  [{ count: 2_426, read: 600 }, true, 'Waiting for all 2,426 failed calls…'],
  [{ count: null, read: 600 }, true, 'Waiting for all failed calls…'],
  [
    { count: 250, read: 200 },
    false,
    'Only 200 of 250 failed calls are loaded. Load the rest first, or choose fewer days.',
  ],
  [
    { count: null, read: 1_200 },
    false,
    'Only 1,200 failed calls are loaded. Load the rest first, or choose fewer days.',
  ],
])(
  'a load with %o, more coming: %s, says why its matches are only a part',
  (load, isComing, text) => {
    expect(formatLoadObstacle('call_events_fail', { ...NOT_LOADED, ...load }, isComing)).toBe(text)
  },
)
