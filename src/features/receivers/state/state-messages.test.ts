import { expect, test } from 'vitest'
import type { KnownReceiver } from '../../../../contract/receiver.ts'
import { stateReason } from './state-messages.ts'

const TIMES = { brief: (stamp: string) => stamp.slice(11, 16) }

const at = (time: string) => `2026-11-26T${time}:00+02:00`

const QUIET = {
  state: 'quiet',
  failures: 0,
  cause: null,
  first_failure: null,
  last_failure: null,
  last_delivery: null,
  recovered_at: null,
  late_s: null,
} as const

const FAILING = { ...QUIET, state: 'failing', cause: 'Answered 503, not available' } as const

test.each<[string, Partial<KnownReceiver>]>([
  ['1 failed 10:00', { ...FAILING, failures: 1, cause: null, last_failure: at('10:00') }],
  [
    '8 failed since 09:02, last 13:22. Answered 503, not available',
    { ...FAILING, failures: 8, first_failure: at('09:02'), last_failure: at('13:22') },
  ],
  [
    '1 failed 13:22. Answered 503, not available',
    { ...FAILING, failures: 1, first_failure: at('13:22'), last_failure: at('13:22') },
  ],
  ['2 failed. Answered 503, not available', { ...FAILING, failures: 2 }],
  ['Attempts are 61 seconds late', { ...FAILING, late_s: 61 }],
  ['Replays have been delivered since 14:00', { state: 'recovered', recovered_at: at('14:00') }],
  ['Last delivered replay: 15:00', { state: 'working', last_delivery: at('15:00') }],
  ['No replay delivered yet', {}],
])('“%s” is why a receiver has its state', (reason, facts) => {
  expect(stateReason({ ...QUIET, ...facts }, TIMES)).toBe(reason)
})
