import { expect, test } from 'vitest'
import type { EventGroup } from '../../../../contract/events.ts'
import { worstReceivers } from './worst-receivers.ts'

const SERVER_ERROR = 'Answered 500, an error on its side'
const NOT_FOUND = 'Answered 404, address not found'

const group = (name: string, parts: Partial<EventGroup>): EventGroup => ({
  name,
  events: 1,
  missing: 1,
  calls: 1,
  first: null,
  last: null,
  companies: [],
  causes: [],
  receivers: [{ name, count: 1 }],
  of: { companies: 0, causes: 0, receivers: 1 },
  has_receiver: true,
  bars: [],
  receiver_last: null,
  ...parts,
})

test('the receivers of both lists are listed once, the worst first, each with its main cause first', () => {
  const two = (count: number, causes: EventGroup['causes'], last: string) =>
    group('two.example', {
      events: count,
      causes,
      last,
      companies: [
        { name: 'Acme Cars', count: 1 },
        { name: 'Unknown company', count: 1 },
      ],
    })
  const receivers = worstReceivers({
    call_events_fail: [
      two(
        2,
        [
          { name: NOT_FOUND, count: 1 },
          { name: SERVER_ERROR, count: 1 },
        ],
        '2026-11-21T09:00:00+02:00',
      ),
      group('one.example', { causes: [{ name: NOT_FOUND, count: 1 }] }),
    ],
    transcription_events_fail: [
      two(1, [{ name: SERVER_ERROR, count: 1 }], '2026-11-21T10:00:00+02:00'),
    ],
  })
  expect(receivers).toEqual([
    {
      receiver: 'two.example',
      companies: ['Acme Cars'],
      count: 3,
      byList: { call_events_fail: 2, transcription_events_fail: 1 },
      isKnown: true,
      last: Date.parse('2026-11-21T10:00:00+02:00'),
      causes: [
        { text: SERVER_ERROR, count: 2 },
        { text: NOT_FOUND, count: 1 },
      ],
    },
    expect.objectContaining({ receiver: 'one.example', count: 1, last: null }),
  ])
})
