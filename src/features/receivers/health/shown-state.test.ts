import { expect, test } from 'vitest'
import { STATE_NAMES, shownState } from './shown-state.ts'

const DELIVERED = '2026-11-26T10:00:00+02:00'
const at = (stamp: string) => ({ last: Date.parse(stamp) })

test.each([
  ['unknown', null, at('2026-11-26T09:00:00+02:00'), 'Failing'],
  ['unknown', null, { last: null }, 'Failing'],
  ['unknown', null, null, 'Unknown'],
  ['works', DELIVERED, at('2026-11-26T11:00:00+02:00'), 'Failing'],
  ['recovered', DELIVERED, at('2026-11-26T10:00:01+02:00'), 'Failing'],
  ['recovered', DELIVERED, at('2026-11-26T09:59:59+02:00'), 'Recovered'],
  ['works', DELIVERED, { last: null }, 'Failing'],
  ['works', DELIVERED, undefined, 'Working'],
  ['down', DELIVERED, at('2026-11-26T11:00:00+02:00'), 'Down'],
] as const)(
  'a receiver that is %s, accepted a replay at %s and lacks events (%o) is called %s',
  (state, last_delivery, missing, name) => {
    expect(STATE_NAMES[shownState({ state, last_delivery }, missing)]).toBe(name)
  },
)
