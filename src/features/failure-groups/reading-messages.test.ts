import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { NOT_READ } from '../range/range-reading.ts'
import { formatLoadProgress } from './reading-messages.ts'

const words = (state: Partial<Parameters<typeof formatLoadProgress>[0]>) =>
  formatLoadProgress({
    list: 'call_events_fail',
    reading: NOT_READ,
    isReading: false,
    error: null,
    time: () => '09:30',
    ...state,
  })

test('if the service does not count, the number of loaded events is still shown', () => {
  const reading = { ...NOT_READ, read: 1_200 }
  const wait = { seconds: 5 }
  expect(words({ reading, isReading: true })).toBe('Loading all failed calls: 1,200…')
  expect(words({ reading: { ...reading, wait }, isReading: true })).toMatch(/^1,200 loaded\. The/)
  expect(words({ reading, error: new Error('No.') })).toContain(
    '1,200 loaded, so this list is incomplete',
  )
  expect(words({ reading: { ...reading, isComplete: true, readAt: 0 } })).toBe(
    '1,200 failed calls loaded at 09:30.',
  )
})

test('before anything is loaded, there is no count', () => {
  expect(words({ isReading: true })).toBe('Loading all failed calls…')
  expect(words({ error: new Error('No.') })).toContain('None loaded')
  expect(words({ reading: { ...NOT_READ, count: 45, read: 20 }, isReading: true })).toBe(
    'Loading all failed calls: 20 of 45…',
  )
})

test('an answer that can’t be read says why', () => {
  const error = new ApiError('unreadable', { detail: 'it is not JSON' })
  expect(words({ error })).toBe(
    'The answer could not be read: it is not JSON. None loaded, so this list is incomplete.',
  )
})
