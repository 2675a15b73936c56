import { expect, test } from 'vitest'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { withLatest } from './event-timeline.tsx'

const replay = (hour: number, change: Partial<ReplayItem> = {}): ReplayItem => ({
  run_id: `0198f3c4-0000-7000-8000-0000000000${hour}`,
  event_id: '42',
  list: 'call_events_fail',
  state: 'failed_again',
  receiver_url: null,
  reason: null,
  who: null,
  created_at: `2026-11-21T${hour}:00:00Z`,
  attempts: [],
  replays: 0,
  ...change,
})

test('a replay that has just started is at the end of the history', () => {
  const begun = replay(12, { state: 'queued' })
  expect(withLatest([replay(10), replay(11)], begun).at(-1)).toBe(begun)
  expect(withLatest([], begun)).toEqual([begun])
  expect(withLatest([replay(10)], null)).toEqual([replay(10)])
})

test('the more advanced of two states of a replay counts', () => {
  const done = replay(12, { state: 'delivered' })
  expect(withLatest([replay(12, { state: 'queued' })], done)).toEqual([done])
  expect(withLatest([done], replay(12, { state: 'sending' }))).toEqual([done])
})
