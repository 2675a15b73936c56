import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { NO_FAILURES, noteReplayStates } from './event-states-query.ts'

const LIST = 'call_events_fail'

const item = (state: ReplayItem['state']): ReplayItem => ({
  run_id: '0198f3c4-0000-7000-8000-000000000001',
  event_id: '42',
  list: LIST,
  state,
  receiver_url: null,
  reason: null,
  who: 'Thandi',
  created_at: '2026-11-21T14:03:00+02:00',
  attempts: [],
})

test('the state of an event whose replay was skipped is loaded again, whatever version is known', () => {
  const client = new QueryClient()
  const queryKey = queryKeys.eventStatesOf(LIST, 'page 1')
  const known = { version: 'v1', states: new Map([['42', null]]), failures: NO_FAILURES }
  client.setQueryData(queryKey, known)

  noteReplayStates(client, LIST, [item('queued')])
  expect(client.getQueryData<typeof known>(queryKey)?.states.get('42')).toMatchObject({
    state: 'sending',
  })
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false)

  noteReplayStates(client, LIST, [item('skipped')])
  expect(client.getQueryData(queryKey)).toMatchObject({ version: '' })
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('the version is known only for the states that came with it', () => {
  const client = new QueryClient()
  const queryKey = queryKeys.eventStatesOf(LIST, 'page 1')
  const { who } = item('failed_again')
  const failedAgain = { event_id: '42', state: 'failed_again', at: null, who, failure: null }
  const known = (states: [string, unknown][]) => ({
    version: 'v2',
    states: new Map(states),
    failures: NO_FAILURES,
  })
  client.setQueryData(queryKey, known([['42', failedAgain]]))
  noteReplayStates(client, LIST, [item('failed_again')])
  expect(client.getQueryData(queryKey)).toMatchObject({ version: 'v2' })

  // An older answer than the one with the states.
  noteReplayStates(client, LIST, [item('sending')])
  expect(client.getQueryData(queryKey)).toMatchObject({ version: '' })
})
