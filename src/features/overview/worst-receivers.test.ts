import { expect, test } from 'vitest'
import { FailedEvent, type FailedEventList } from '../../../contract/failed-event.ts'
import { worstReceivers } from './worst-receivers.ts'

function failed(list: FailedEventList, callback_url: string | null, status: number) {
  const at = '2026-11-21T09:00:00+02:00'
  const attempts = [{ at, status, error: null, duration_ms: 9 }]
  return { list, event: FailedEvent.parse({ request_json: {}, callback_url, attempts }) }
}

test('receivers are told apart by host, the worst first, each with its main cause first', () => {
  const receivers = worstReceivers([
    failed('call_events_fail', 'https://one.example/calls', 404),
    failed('call_events_fail', null, 500),
    failed('call_events_fail', 'https://two.example/calls', 404),
    failed('call_events_fail', 'https://two.example/missed', 500),
    failed('transcription_events_fail', 'https://two.example/ai', 500),
    failed('transcription_events_fail', null, 500),
  ])
  expect(receivers).toEqual([
    {
      host: 'two.example',
      count: 3,
      byList: { call_events_fail: 2, transcription_events_fail: 1 },
      causes: [
        { words: 'Answered 500, an error on its side', count: 2 },
        { words: 'Answered 404, address not found', count: 1 },
      ],
    },
    {
      host: null,
      count: 2,
      byList: { call_events_fail: 1, transcription_events_fail: 1 },
      causes: [{ words: 'Answered 500, an error on its side', count: 2 }],
    },
    expect.objectContaining({ host: 'one.example', count: 1 }),
  ])
})
