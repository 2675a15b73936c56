import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '../../../api/testing/serve.ts'
import { startReplay } from './use-replays.tsx'

const RUN_ID = '0198f3c4-0000-7000-8000-000000000001'
const NONE = { prepared: 0, queued: 0, sending: 0, delivered: 0, failed_again: 0, skipped: 0 }
const READING = {
  ...{ id: RUN_ID, list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' },
  ...{ asked_for: 'named', state: 'reading', problem: 'The service is busy.', who: null },
  ...{ created_at: '2026-11-21T14:03:00+02:00', started_at: null, finished_at: null },
  ...{ read: { found: 0, of: null }, counts: NONE, being_sent: 0, already_delivered: 0 },
  ...{ some_receivers: [], receiver_count: 0, some_companies: [], further_companies: null },
  ...{
    handled: 0,
    failed_often: 0,
    paused_receivers: 0,
    waiting_receivers: 0,
    next_trial_at: null,
  },
}

const DETAILS = {
  ...{ receivers: [], further_receivers: 0, without_receiver: [], causes: [], lists: [] },
  ...{ elsewhere: [], delivered_by: [], replayed_often: 0 },
}

afterEach(() => vi.unstubAllGlobals())

/** @param follow what the gateway answers about a replay for which the service is busy, time after time */
async function startWhileBusy(
  follow: { status: number; body: object } | { status: number; body: object }[],
  onWait: (problem: string | null) => void = () => {},
) {
  const answers = [{ status: 201, body: READING }, follow].flat()
  const url = await serve((_request, response) => {
    const { status, body } = answers.shift() ?? { status: 500, body: {} }
    response.writeHead(status).end(JSON.stringify(body))
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, url), init))
  const days = { from_date: '2026-11-21', to_date: '2026-11-22' }
  const waits: number[] = []
  const press = await startReplay(
    { list: 'call_events_fail', ...days, events: [] },
    onWait,
    async milliseconds => waits.push(milliseconds),
  )
  return { press, waits }
}

test.each([401, 404])(
  'a replay that is answered with %i is not followed any more',
  async status => {
    const { press } = await startWhileBusy({ status, body: {} })
    expect(press).toEqual({ state: 'started', runId: RUN_ID })
  },
)

test('a replay that a busy service delays reports why, and is started after that', async () => {
  const problems: (string | null)[] = []
  const body = { ...READING, ...DETAILS, state: 'running', problem: null }
  const { press } = await startWhileBusy({ status: 200, body }, problem => problems.push(problem))
  expect(problems).toEqual(['The service is busy.'])
  expect(press).toEqual({ state: 'started', runId: RUN_ID })
})

test('a replay that becomes a draft is not called started', async () => {
  const body = { ...READING, ...DETAILS, state: 'ready', problem: null }
  const { press } = await startWhileBusy({ status: 200, body })
  expect(press).toMatchObject({ state: 'skipped', reason: expect.stringContaining('draft') })
})

test('Redial asks less and less often about a replay while nothing answers', async () => {
  const away = { status: 503, body: {} }
  const { waits } = await startWhileBusy([...Array(8).fill(away), { status: 404, body: {} }])
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})
