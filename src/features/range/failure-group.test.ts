import { expect, test } from 'vitest'
import { FailedEvent } from '../../../contract/failed-event.ts'
import { eventFacts } from './event-facts.ts'
import { failureGroups, groupNames, repeatedCalls } from './failure-group.ts'

const event = (call_id: string | null, host = 'hooks.example') => {
  const item = { callback_url: `https://${host}/`, request_json: { call_id } }
  return eventFacts({ key: '1', page: 1, event: { ...FailedEvent.parse(item), id: '1' } })
}

test('a call counts once in each group, even with many events', () => {
  const events = [
    event('1'),
    event('1'),
    event('2'),
    event(null),
    event('1', 'other.example'),
    event('3', 'other.example'),
  ]
  const groups = failureGroups(events, repeatedCalls(events))
  expect(groups.map(({ name, calls, events: of }) => [name, of.length, calls])).toEqual([
    ['hooks.example', 4, 2],
    ['other.example', 2, 2],
  ])
  expect(failureGroups(events.slice(0, 1), repeatedCalls(events))[0]?.calls).toBe(1)
})

test('a group says what its events have in common, and everything else with the most frequent first', () => {
  const failed = (company: string, status: number, host: string) => {
    const item = {
      callback_url: `https://${host}/`,
      attempts: [{ at: '2026-11-21T09:00:00+02:00', status, error: null, duration_ms: 5 }],
      request_json: { company: { name: company } },
    }
    return eventFacts({ key: '1', page: 1, event: { ...FailedEvent.parse(item), id: '1' } })
  }
  const events = [
    failed('Acme', 404, 'one.example'),
    failed('Bela', 500, 'two.example'),
    failed('Acme', 500, 'two.example'),
  ]
  const named = (by: 'receiver' | 'company' | 'cause') =>
    failureGroups(events, new Set(), by).map(group => {
      const { companies, causes, receivers } = groupNames(group)
      return [group.name, companies.length, causes.length, receivers.length]
    })
  expect(named('receiver')).toEqual([
    ['one.example', 1, 1, 1],
    ['two.example', 2, 1, 1],
  ])
  expect(named('company')).toEqual([
    ['Acme', 1, 2, 2],
    ['Bela', 1, 1, 1],
  ])
  expect(named('cause').map(([, ...counts]) => counts)).toEqual([
    [1, 1, 1],
    [2, 1, 1],
  ])
  const [, busy] = failureGroups(events, new Set(), 'receiver')
  expect(busy && groupNames(busy).companies).toEqual(['Bela', 'Acme'])
})
