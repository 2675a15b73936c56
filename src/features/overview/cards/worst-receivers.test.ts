import { expect, test } from 'vitest'
import { FailedEvent } from '../../../../contract/failed-event.ts'
import { NONE_SET } from '../../receivers/queries/receivers-of-numbers.ts'
import type { StatesOfEvents } from '../../replays/states/event-states-query.ts'
import { missingFacts, worstReceivers } from './worst-receivers.ts'

const NO_STATES: StatesOfEvents = new Map()

function failed(callback_url: string | null, status: number, id = '1', request_json = {}) {
  const at = '2026-11-21T09:00:00+02:00'
  const attempts = [{ at, status, error: null, duration_ms: 9 }]
  const event = FailedEvent.parse({ request_json, callback_url, attempts })
  return { page: 1, key: id, event: { ...event, id } }
}

test('receivers are listed separately, the worst first, each with its main cause first', () => {
  const facts = (events: ReturnType<typeof failed>[]) => missingFacts(events, NONE_SET, NO_STATES)
  const receivers = worstReceivers({
    call_events_fail: facts([
      failed('https://one.example', 404),
      failed(null, 500),
      failed('https://two.example', 404),
      failed('https://two.example', 500, '1', { company: { name: 'Acme Cars' } }),
    ]),
    transcription_events_fail: facts([failed('https://two.example', 500), failed(null, 500)]),
  })
  expect(receivers).toEqual([
    {
      receiver: 'two.example',
      companies: ['Acme Cars'],
      count: 3,
      byList: { call_events_fail: 2, transcription_events_fail: 1 },
      isKnown: true,
      last: null,
      causes: [
        { text: 'Answered 500, an error on its side', count: 2 },
        { text: 'Answered 404, address not found', count: 1 },
      ],
    },
    {
      receiver: 'Receiver unknown',
      companies: [],
      count: 2,
      byList: { call_events_fail: 1, transcription_events_fail: 1 },
      isKnown: false,
      last: null,
      causes: [{ text: 'Answered 500, an error on its side', count: 2 }],
    },
    expect.objectContaining({ receiver: 'one.example', count: 1 }),
  ])
})

test('only missing events count, with their newest cause and the receiver of their number', () => {
  const failure = { status: 204, error: null }
  const state = (event_id: string, name: 'delivered' | 'handled' | 'failed_again') =>
    [event_id, { event_id, state: name, at: null, who: null, failure }] as const
  const events = ['1', '2', '3', '4'].map(id => failed(null, 500, id, { tracking_number: '27' }))
  const missing = missingFacts(
    events,
    new Map([['27', 'https://set.example/hook']]),
    new Map([state('1', 'delivered'), state('2', 'handled'), state('3', 'failed_again')]),
  )
  expect(missing.map(({ receiver, status }) => [receiver, status])).toEqual([
    ['set.example/hook', '204'],
    ['set.example/hook', '500'],
  ])
})
