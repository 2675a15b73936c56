import { expect, test } from 'vitest'
import { aboutMatches, aboutNamed } from './about-events.ts'

const RANGE = { from_date: '2026-11-21', to_date: '2026-11-22' }
const CALLS = { list: 'call_events_fail', ...RANGE } as const
const AI_EVENTS = { list: 'transcription_events_fail', ...RANGE } as const

test('a message about a filtered list has what matches in the other list, too', () => {
  const filter = { ...CALLS, cause: 'Certificate expired', state: 'delivered' as const }
  expect(aboutMatches(filter)).toEqual({
    events: [filter],
    others: { named: { ...filter, ...AI_EVENTS }, areIncluded: true },
  })
  expect(aboutMatches(AI_EVENTS).others?.named).toEqual({ ...CALLS, state: 'missing' })
})

test('only one list has events of a kind', () => {
  expect(aboutMatches({ ...CALLS, kind: 'Missed Call Saver' }).others).toBeUndefined()
})

test('a message about selected events has others only if a person adds them', () => {
  expect(aboutNamed({ ...CALLS, ids: ['1', '2'] })).toEqual({
    events: [{ ...CALLS, ids: ['1', '2'], state: 'all' }],
    others: { named: { ...AI_EVENTS, state: 'missing' }, areIncluded: false },
  })
})
