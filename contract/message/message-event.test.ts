import { expect, test } from 'vitest'
import { messageEvent } from './message-event.ts'

const FAILED_AT = '2026-11-29T00:04:36+02:00'
const STATE_AT = '2026-11-30T00:20:48+02:00'
const OF_SERVICE = { status: 500, error: null, cause: null }
const OF_REPLAY = { status: 503, error: null, cause: null }

test.each([
  ['failed_again', OF_REPLAY, STATE_AT],
  ['delivered', OF_SERVICE, FAILED_AT],
  ['handled', OF_SERVICE, FAILED_AT],
  ['sending', OF_SERVICE, FAILED_AT],
] as const)(
  'the cause and the time of an event that is %s belong to one attempt',
  (state, outcome, at) => {
    const event = messageEvent({
      list: 'call_events_fail',
      url: null,
      event: { outcome: OF_SERVICE, failed_at: FAILED_AT, call: {} },
      outcome: OF_REPLAY,
      state: { state, at: STATE_AT },
    })
    expect(event).toMatchObject({ outcome, at })
  },
)
