import { expect, test } from 'vitest'
import type { Receiver } from '../../../../contract/receiver.ts'
import { formatSince, stateReason } from './receiver-state.tsx'

const TIMES = {
  brief: (stamp: string) => stamp.slice(11, 16),
  timeZone: 'Africa/Johannesburg',
  today: () => '2026-11-26',
}

const at = (time: string) => `2026-11-26T${time}:00+02:00`

const missing = (call_events_fail: number, transcription_events_fail: number) => ({
  call_events_fail,
  transcription_events_fail,
})

const QUIET = {
  state: 'quiet',
  failures: 0,
  failed: 0,
  missing: missing(0, 0),
  cause: null,
  first_failure: null,
  last_failure: null,
  last_delivery: null,
  recovered_at: null,
  recovered_by_replay: false,
  late_s: null,
  live: null,
} as const

const LIVE = { delivered: 0, failed: 0, retrying: 0, median_ms: 85 }

const FAILING = { ...QUIET, state: 'failing', cause: 'Answered 503, not available' } as const

test.each<[string, Partial<Receiver>]>([
  ['1 event failed 10:00', { ...FAILING, failures: 1, cause: null, last_failure: at('10:00') }],
  [
    '8 calls and AI events failed since 09:02. Last attempt 13:22: Answered 503, not available',
    {
      ...FAILING,
      failures: 8,
      missing: missing(6, 2),
      first_failure: at('09:02'),
      last_failure: at('13:22'),
    },
  ],
  [
    '8 calls failed since 20 Nov or earlier. Last attempt 13:22: Answered 503, not available',
    {
      ...FAILING,
      failures: 8,
      missing: missing(8, 0),
      first_failure: '2026-11-20T09:02:00+02:00',
      last_failure: at('13:22'),
    },
  ],
  [
    '1 call failed 13:22. Answered 503, not available',
    {
      ...FAILING,
      failures: 1,
      missing: missing(1, 0),
      first_failure: at('13:22'),
      last_failure: at('13:22'),
    },
  ],
  [
    '2 AI events failed. Last attempt: Answered 503, not available',
    { ...FAILING, failures: 2, missing: missing(0, 3) },
  ],
  ['Attempts are 61 seconds late', { ...FAILING, late_s: 61 }],
  ['Delivered again since 14:00', { ...FAILING, state: 'recovered', recovered_at: at('14:00') }],
  [
    'Delivered again since 14:00, first by a replay',
    { state: 'recovered', recovered_at: at('14:00'), recovered_by_replay: true },
  ],
  ['Last delivery 15:00', { state: 'working', last_delivery: at('15:00') }],
  ['No replay delivered yet', {}],
  [
    'Last delivery 15:00. The service itself delivered 99.9% of 10,001 events in the last 24 hours, typically within 0.1\u00a0s',
    {
      state: 'working',
      last_delivery: at('15:00'),
      live: { ...LIVE, delivered: 10_000, failed: 1 },
    },
  ],
  [
    'Delivered again since 14:00. The service itself delivered 0 of 3 events in the last 24 hours',
    {
      state: 'recovered',
      recovered_at: at('14:00'),
      live: { ...LIVE, failed: 3, median_ms: null },
    },
  ],
  [
    'Last delivery 15:00. The service itself delivered 1 of 18 events in the last 24 hours',
    { state: 'working', last_delivery: at('15:00'), live: { ...LIVE, delivered: 1, failed: 17 } },
  ],
  [
    'Nothing delivered yet. None settled in the last 24 hours, 2 being retried',
    { live: { ...LIVE, retrying: 2 } },
  ],
])('“%s” is why a receiver has its state', (reason, facts) => {
  expect(stateReason({ ...QUIET, ...facts }, TIMES)).toBe(reason)
})

test.each<[string, Partial<Receiver>]>([
  [
    'Since 09:02. Last: Answered 503, not available',
    { ...FAILING, failures: 8, first_failure: at('09:02'), last_failure: at('13:22') },
  ],
  [
    'Since 14:00. The service itself delivered 0 of 3 events in the last 24 hours',
    { state: 'recovered', recovered_at: at('14:00'), live: { ...LIVE, failed: 3 } },
  ],
  [
    'Since 14:00, first by a replay',
    { state: 'recovered', recovered_at: at('14:00'), recovered_by_replay: true },
  ],
  ['Since 14:00', { ...FAILING, state: 'recovered', recovered_at: at('14:00') }],
  ['', { state: 'working', last_delivery: at('15:00') }],
])('“%s” is what a table of receivers adds to its numbers and times', (reason, facts) => {
  expect(stateReason({ ...QUIET, ...facts }, TIMES, true)).toBe(reason)
})

test('failures may have begun earlier while their days are being read', () => {
  expect(formatSince(at('09:02'), TIMES, '2026-11-20')).toBe('since 09:02')
  expect(formatSince(at('09:02'), TIMES, '2026-11-20', true)).toBe('since 09:02 or earlier')
})
