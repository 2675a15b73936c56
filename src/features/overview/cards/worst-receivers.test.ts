import { expect, test } from 'vitest'
import { FailedEvent } from '../../../../contract/failed-event.ts'
import { worstReceivers } from './worst-receivers.ts'

function failed(callback_url: string | null, status: number) {
  const at = '2026-11-21T09:00:00+02:00'
  const attempts = [{ at, status, error: null, duration_ms: 9 }]
  const event = FailedEvent.parse({ request_json: {}, callback_url, attempts })
  return { page: 1, key: '1', event: { ...event, id: '1' } }
}

test('receivers are listed separately, the worst first, each with its main cause first', () => {
  const receivers = worstReceivers({
    call_events_fail: [
      failed('https://one.example', 404),
      failed(null, 500),
      failed('https://two.example', 404),
      failed('https://two.example', 500),
    ],
    transcription_events_fail: [failed('https://two.example', 500), failed(null, 500)],
  })
  expect(receivers).toEqual([
    {
      receiver: 'two.example',
      count: 3,
      byList: { call_events_fail: 2, transcription_events_fail: 1 },
      causes: [
        { words: 'Answered 500, an error on its side', count: 2 },
        { words: 'Answered 404, address not found', count: 1 },
      ],
    },
    {
      receiver: 'Receiver unknown',
      count: 2,
      byList: { call_events_fail: 1, transcription_events_fail: 1 },
      causes: [{ words: 'Answered 500, an error on its side', count: 2 }],
    },
    expect.objectContaining({ receiver: 'one.example', count: 1 }),
  ])
})
