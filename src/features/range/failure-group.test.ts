import { expect, test } from 'vitest'
import { FailedEvent } from '../../../contract/failed-event.ts'
import { eventFacts } from './event-facts.ts'
import { failureGroups, repeatedCalls } from './failure-group.ts'

const event = (call_id: string | null, host = 'hooks.example') => {
  const item = { callback_url: `https://${host}/`, request_json: { call_id } }
  return eventFacts({ key: '1', page: 1, event: { ...FailedEvent.parse(item), id: '1' } })
}

test('a call counts once in each group, however many events are about it', () => {
  const events = [
    event('1'),
    event('1'),
    event('2'),
    event(null),
    event('1', 'other.example'),
    event('3', 'other.example'),
  ]
  const groups = failureGroups(events, repeatedCalls(events))
  expect(groups.map(({ receiver, calls, events: of }) => [receiver, of.length, calls])).toEqual([
    ['hooks.example', 4, 2],
    ['other.example', 2, 2],
  ])
  expect(failureGroups(events.slice(0, 1), repeatedCalls(events))[0]?.calls).toBe(1)
})
