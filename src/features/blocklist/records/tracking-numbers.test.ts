import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { shownEvent } from '../../../../contract/event/shown-event.ts'
import { FailedEvent } from '../../../../contract/failed-event.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { listedTrackingNumbers } from './tracking-numbers.ts'

const RANGE = { from: '2026-11-20', to: '2026-11-20' }
const event = (call: unknown) => shownEvent(FailedEvent.parse({ id: '1', request_json: call }), '1')

test('the tracking numbers of listed pages are known, with their companies', () => {
  const client = new QueryClient()
  const page = [
    event({ tracking_number: '27101110001', company: { name: 'Acme Cars', reference: 'A' } }),
    event({ tracking_number: '+27 10 111 0002' }),
    event({ tracking_number: 27101110003, company: 'Berg Auto' }),
    event({ caller_number: '27821230001' }),
    event('nothing'),
  ]
  client.setQueryData(queryKeys.eventPage('call_events_fail', { ...RANGE, size: 25 }), {
    results: page,
  })
  client.setQueryData([...queryKeys.copiedEvents, '/groups'], {
    events: 12,
    results: [{ name: 'Acme Cars', events: 12 }],
  })
  expect([...listedTrackingNumbers(client)]).toEqual([
    ['27101110001', 'Acme Cars'],
    ['+27 10 111 0002', null],
    ['27101110003', 'Berg Auto'],
  ])
})

test('they stay known when their list has left the cache', () => {
  const client = new QueryClient()
  const queryKey = queryKeys.eventPage('call_events_fail', { ...RANGE, size: 25 })
  client.setQueryData(queryKey, { results: [event({ tracking_number: '27101110001' })] })
  listedTrackingNumbers(client)
  client.removeQueries({ queryKey })
  expect([...listedTrackingNumbers(client).keys()]).toEqual(['27101110001'])
})
