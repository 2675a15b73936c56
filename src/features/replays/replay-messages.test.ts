import { describe, expect, test } from 'vitest'
import type { Cause } from '../../../contract/cause.ts'
import type { ReplayItem } from '../../../contract/replay.ts'
import { ApiError } from '../../api/api-error.ts'
import { formatNotSent, replaySummary, replayTone } from './replay-messages.ts'

const RUN = '0198f3c4-0000-7000-8000-000000000001'

function item(change: Partial<ReplayItem>): ReplayItem {
  return {
    run_id: RUN,
    event_id: '42',
    list: 'call_events_fail',
    state: 'queued',
    receiver_url: 'https://acme.example/hook',
    reason: null,
    who: null,
    created_at: '2026-11-21T14:03:00+02:00',
    attempts: [],
    replays: 0,
    ...change,
  }
}

function attempt(status: number | null, error: string | null = null, cause: Cause | null = null) {
  return { at: '2026-11-21T14:03:00+02:00', status, error, cause, duration_ms: 80, answer: null }
}

const failed = (...outcome: Parameters<typeof attempt>) =>
  item({ state: 'failed_again', attempts: [attempt(...outcome)] })
const DELIVERED = item({ state: 'delivered', attempts: [attempt(200)] })

const time = () => '14:03'

describe('replaySummary', () => {
  test.each([
    [item({}), 'Waiting to be sent…'],
    [
      item({ state: 'prepared', waits_for: 'recovery' }),
      'Will be replayed when the receiver recovers',
    ],
    [item({ state: 'prepared', waits_for: 'person' }), 'Waits in a paused replay'],
    [item({ state: 'sending' }), 'Being sent…'],
    [DELIVERED, 'Delivered, answered 200 at 14:03'],
    [failed(500), 'Failed again at 14:03: answered 500, an error on its side'],
    [failed(null, 'refused the connection'), 'Failed again at 14:03: refused the connection'],
    [failed(null, 'no answer within 10 seconds'), 'Failed again at 14:03: no answer in 10 seconds'],
    [
      failed(null, 'its own words', { code: 'certificate-untrusted' }),
      'Failed again at 14:03: certificate not trusted',
    ],
    [failed(null, 'something new'), 'Failed again at 14:03: something new'],
    [failed(null), 'Failed again at 14:03: no answer'],
    [
      item({ state: 'skipped', reason: 'no callback URL is known' }),
      'Skipped: no callback URL is known',
    ],
  ])('%#', (replay, text) => {
    expect(replaySummary(replay, time)).toBe(text)
  })

  test.each([
    [DELIVERED, 'Delivered, answered 200'],
    [failed(500), 'Failed again: answered 500, an error on its side'],
  ])('leaves the time out next to a column that has it', (replay, text) => {
    expect(replaySummary(replay, null)).toBe(text)
  })

  test.each(['queued', 'sending', 'failed_again', 'skipped'] as const)(
    '%s is never called delivered',
    state => {
      const text = replaySummary(item({ state, attempts: [attempt(204)] }), time)
      expect(text.toLowerCase()).not.toContain('delivered')
    },
  )
})

test('a skipped replay is no failure', () => {
  expect(replayTone('skipped')).toBe('none')
  expect(replayTone('failed_again')).toBe('bad')
})

test('a run that was not created says once that nothing was sent', () => {
  const detail = 'No event matches any more. Nothing was sent.'
  expect(formatNotSent(new ApiError('conflict', { detail }))).toBe(detail)
  expect(formatNotSent(new ApiError('offline'))).toMatch(/then try again\. Nothing was sent\.$/)
})
