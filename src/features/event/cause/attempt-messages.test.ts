import { describe, expect, test } from 'vitest'
import { possessive } from '../../../../contract/event/cause-texts.ts'
import type { ShownEvent } from '../../../../contract/event-page.ts'
import { formatMilliseconds } from '../../../format/durations.ts'
import {
  attemptGap,
  attemptName,
  formatRunCause,
  missingAttempts,
  summarizeAttempts,
} from './attempt-messages.ts'

const attempt = (at: string | null, status: number | null, duration_ms: number | null = 412) =>
  ({
    at,
    status,
    error: status === null ? 'refused the connection' : null,
    duration_ms,
    other_fields: [],
    index: 0,
  }) satisfies ShownEvent['attempts'][number]

const USUAL = [
  attempt('2026-11-21T09:00:00Z', 500, 10_000),
  attempt('2026-11-21T09:01:10Z', 500, 10_000),
  attempt('2026-11-21T09:06:21Z', 500, 10_000),
  attempt('2026-11-21T09:36:32Z', 500, 10_000),
]

describe('summarizeAttempts', () => {
  test('says how often and over how long the event was sent', () => {
    expect(summarizeAttempts(USUAL)).toBe(
      'We tried four times in 36\u00a0min\u00a032\u00a0s, each time with the same outcome.',
    )
  })

  test('says that the outcomes differ', () => {
    const mixed = [attempt('2026-11-21T09:00:00Z', null), attempt('2026-11-21T09:01:00Z', 500)]
    expect(summarizeAttempts(mixed)).toContain('not always with the same outcome')
  })

  test('describes one attempt, and returns nothing for none', () => {
    expect(summarizeAttempts([attempt('2026-11-21T09:00:00Z', 500)])).toBe(
      'We tried once, for 0.4\u00a0s.',
    )
    expect(summarizeAttempts([])).toBe('')
  })

  test('omits unknown times', () => {
    expect(summarizeAttempts([attempt(null, 500, null)])).toBe('We tried once.')
    expect(summarizeAttempts([attempt(null, 500), attempt(null, 500)])).toBe(
      'We tried twice, each time with the same outcome.',
    )
  })
})

describe('attemptGap', () => {
  test('counts from the previous failure, whatever the schedule is', () => {
    expect(USUAL.map((_, index) => attemptGap(USUAL, index))).toEqual([
      '',
      '1\u00a0min\u00a000\u00a0s after the previous failure',
      '5\u00a0min\u00a001\u00a0s after the previous failure',
      '30\u00a0min\u00a001\u00a0s after the previous failure',
    ])
    const late = [...USUAL, attempt('2026-11-21T10:36:42Z', 500)]
    expect(attemptGap(late, 4)).toBe('1\u00a0h\u00a000\u00a0min after the previous failure')
  })

  test.each([
    ['2026-11-21T09:03:00Z', '3\u00a0min\u00a000\u00a0s after the previous failure'],
    ['2026-11-21T08:59:00Z', 'the service’s times are out of order here'],
    [null, ''],
  ])('a second attempt at %s', (at, text) => {
    expect(attemptGap([attempt('2026-11-21T09:00:00Z', 500, 0), attempt(at, 500)], 1)).toBe(text)
  })

  test('counts from the previous attempt if its duration is unknown', () => {
    const attempts = [
      attempt('2026-11-21T09:00:00Z', 500, null),
      attempt('2026-11-21T09:01:00Z', 500),
    ]
    expect(attemptGap(attempts, 1)).toBe('1\u00a0min\u00a000\u00a0s after the previous attempt')
  })
})

test('says that the service reports no attempts, and expects no number of them', () => {
  expect(missingAttempts({ attempts: [], attempt_count: null })).toBe(
    'The service doesn’t report its attempts.',
  )
  expect(missingAttempts({ attempts: [], attempt_count: 4 })).toBe(
    'The service counts 4 attempts, without details.',
  )
  expect(missingAttempts({ attempts: USUAL.slice(3), attempt_count: 4 })).toBeNull()
  expect(missingAttempts({ attempts: USUAL, attempt_count: 4 })).toBeNull()
})

test('names the attempts', () => {
  expect([0, 1, 2, 3, 4, 11, 22].map(attemptName).join(', ')).toBe(
    'First attempt, 1st retry, 2nd retry, 3rd retry, 4th retry, 11th retry, 22nd retry',
  )
})

test.each([
  [3, '0.1 s'],
  [412, '0.4 s'],
  [10_003, '10 s'],
])('%i ms are %s', (milliseconds, words) => {
  expect(formatMilliseconds(milliseconds)).toBe(words.replaceAll(' ', '\u00a0'))
})

test.each([
  ['Acme Cars', 'Acme Cars’'],
  ['Bela', 'Bela’s'],
])('the possessive of %s', (name, words) => {
  expect(possessive(name)).toBe(words)
})

test.each([
  ['Answered 404, address not found', 'Answered 404, address not found'],
  ['Was already being sent by a replay', 'Was already being sent by a replay.'],
  ['No receiver is known. Set one.', 'No receiver is known. Set one.'],
])('a run words a cause as the list does: %s', (text, cause) => {
  expect(formatRunCause(cause)).toBe(text)
})
