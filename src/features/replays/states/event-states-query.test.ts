import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { rememberReplay } from './event-states-query.ts'

const LIST = 'call_events_fail'

const STARTED: ReplayItem = {
  run_id: '0198f3c4-0000-7000-8000-000000000001',
  event_id: '42',
  list: LIST,
  state: 'queued',
  receiver_url: null,
  reason: null,
  who: 'Thandi',
  created_at: '2026-11-21T14:03:00+02:00',
  attempts: [],
  replays: 0,
}

async function stateAfterStart(before: object | null) {
  const client = new QueryClient()
  const queryKey = queryKeys.eventStatesOf(LIST, 'page 1')
  const loaded = { version: 'v1', states: new Map([['42', before]]), replays: new Map() }
  client.setQueryData(queryKey, loaded)
  await rememberReplay(client, LIST, STARTED)
  const data = client.getQueryData<typeof loaded>(queryKey)
  return { ...data, state: data?.states.get('42'), replay: data?.replays.get('42') }
}

test('an event is being sent as soon as a person has started its replay, whatever version was known', async () => {
  expect(await stateAfterStart(null)).toMatchObject({
    state: { state: 'sending', failure: null },
    replay: STARTED,
    version: '',
  })
})

test('an event whose replay starts keeps its newest failure', async () => {
  const failure = { status: 500, error: null }
  const before = { event_id: '42', state: 'failed_again', at: null, who: null, failure }
  expect((await stateAfterStart(before)).state).toMatchObject({ state: 'sending', failure })
})

test('a handled event stays handled when its replay starts', async () => {
  const handled = { event_id: '42', state: 'handled', at: null, who: 'Pieter', failure: null }
  expect((await stateAfterStart(handled)).state).toBe(handled)
})
