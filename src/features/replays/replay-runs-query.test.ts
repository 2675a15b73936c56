import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-keys.ts'
import { serve } from '../../api/testing/serve.ts'
import { replayRunQuery } from './replay-runs-query.ts'

const RUN_ID = '0198f3c4-0000-7000-8000-000000000001'
const COUNTS = { prepared: 0, queued: 2, sending: 0, delivered: 0, failed_again: 0, skipped: 0 }
const RUN = {
  ...{ id: RUN_ID, list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' },
  ...{ asked_for: 'named', state: 'running', problem: null, who: null },
  ...{ created_at: '2026-11-21T14:03:00+02:00', started_at: null, finished_at: null },
  ...{ read: { found: 2, of: null }, being_sent: 0, already_delivered: 0 },
  ...{ some_receivers: [], receiver_count: 0, some_companies: [], further_companies: null },
  ...{ handled: 0, failed_often: 0, paused_receivers: 0, waiting_receivers: 0 },
  ...{ next_trial_at: null, receivers: [], further_receivers: 0, without_receiver: [] },
  ...{ causes: [], lists: [], elsewhere: [], delivered_by: [], replayed_often: 0 },
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a new failure', { queued: 1, failed_again: 1 }, true],
  ['a delivery', { queued: 1, delivered: 1 }, false],
])(
  'follow-ups are only loaded again after a new failure of a run: %s',
  async (_, change, isAgain) => {
    const answers = [COUNTS, { ...COUNTS, ...change }]
    const url = await serve((_request, response) => {
      response.end(JSON.stringify({ ...RUN, counts: answers.shift() }))
    })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, url), init))
    const client = new QueryClient()
    client.setQueryData(queryKeys.followUps, [])
    const areOld = () => client.getQueryState(queryKeys.followUps)?.isInvalidated

    await client.fetchQuery(replayRunQuery(RUN_ID))
    expect(areOld()).toBe(false)
    await client.fetchQuery(replayRunQuery(RUN_ID))
    expect(areOld()).toBe(isAgain)
  },
)
