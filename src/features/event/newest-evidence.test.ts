import { expect, test } from 'vitest'
import type { ReplayItem, ReplayItemState } from '../../../contract/replay.ts'
import { newestEvidence } from './newest-evidence.ts'

const OWN = { status: null, error: 'its certificate has expired' }

test('without a replay, the last attempt of the service counts', () => {
  expect(newestEvidence(OWN, [])).toEqual({ failure: OWN, failedReplay: null, deliveredBy: null })
  expect(newestEvidence(null, []).failure).toBeNull()
})

test('a replay that failed again counts more than the attempts before it', () => {
  const failed = replay('failed_again', 204)
  const evidence = newestEvidence(OWN, [replay('failed_again', 500), failed])
  expect(evidence).toMatchObject({ failure: { status: 204 }, deliveredBy: null })
  expect(evidence.failedReplay).toBe(failed)
})

test('a replay that delivered the event counts until another one fails', () => {
  const delivered = replay('delivered', 200)
  expect(newestEvidence(OWN, [replay('failed_again', 500), delivered]).deliveredBy).toBe(delivered)
  expect(newestEvidence(OWN, [delivered, replay('failed_again', 500)]).deliveredBy).toBeNull()
})

test.each(['prepared', 'queued', 'sending', 'skipped'] as const)(
  'a replay that is %s leaves what was known before it',
  state => {
    const delivered = replay('delivered', 200)
    expect(newestEvidence(OWN, [delivered, replay(state)]).deliveredBy).toBe(delivered)
    expect(newestEvidence(OWN, [replay(state)]).failure).toBe(OWN)
  },
)

function replay(state: ReplayItemState, status?: number): ReplayItem {
  const at = '2026-11-22T08:51:00+02:00'
  return {
    run_id: '6e1c2f1e-0000-4000-8000-000000000000',
    event_id: '7',
    list: 'call_events_fail',
    state,
    receiver_url: 'https://receiver.example/',
    reason: null,
    who: null,
    created_at: at,
    replays: 0,
    attempts:
      status === undefined ? [] : [{ at, status, error: null, duration_ms: 5, answer: null }],
  }
}
