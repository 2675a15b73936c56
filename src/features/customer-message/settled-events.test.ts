import { expect, test } from 'vitest'
import { timesIn } from '../../format/times-in.ts'
import { composeMessage } from './compose-message.ts'
import { MESSAGE_NOUNS } from './message-sections.ts'
import { messageEventWith } from './testing/message-event-with.ts'

const TIMES = timesIn('Africa/Johannesburg')
const NOUN = MESSAGE_NOUNS.call_events_fail
const MASKED = { audience: 'customer', showsCallers: false } as const

test.each([
  [[{ deliveredAt: '2026-11-22T10:00:00+02:00' }, { isHandled: true }], '1 call', '1 other was'],
  [
    [
      { deliveredAt: '2026-11-22T09:00:00+02:00' },
      { deliveredAt: '2026-11-22T10:00:00+02:00', isHandled: true },
      { isHandled: true },
      { isHandled: true },
    ],
    '2 calls',
    '2 others were',
  ],
])(
  'events of which some were delivered and the others handled leave nothing to do: %o',
  (changes, delivered, handled) => {
    const text = composeMessage(changes.map(messageEventWith), NOUN, TIMES, MASKED)
    expect(text).toContain(
      `We delivered the details of ${delivered} to your system on Sunday 22 November 2026, 10:00:00 SAST. ${handled} dealt with in another way.`,
    )
    expect(text).not.toContain('Please')
  },
)
