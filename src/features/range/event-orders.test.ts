import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FailedEvent } from '../../../contract/failed-event.ts'
import { type EventFacts, eventFacts } from './event-facts.ts'
import { EventOrders } from './event-orders.ts'
import { EVENT_COLUMNS } from './event-sort.ts'

const EVENT = eventFacts({
  key: '1',
  page: 1,
  event: { ...FailedEvent.parse({ request_json: {} }), id: '1' },
})

const word = fc.constantFrom('Abel', 'abel', 'Äbel', 'Zulu', '', 'élan', 'Elan', '100', '99')
const facts = fc
  .record({
    at: fc.option(fc.integer({ min: 0, max: 5 })),
    caller: fc.option(word),
    company: word,
    cause: word,
    receiver: word,
  })
  .map((some): EventFacts => ({ ...EVENT, ...some }))

test('sorts by a comparison, alike ones in the order that they were in', () => {
  fc.assert(
    fc.property(
      fc.array(facts, { maxLength: 40 }),
      fc.constantFrom(...EVENT_COLUMNS),
      fc.constantFrom('ascending' as const, 'descending' as const),
      (events, column, direction) => {
        const plain = (text: string) =>
          text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
        const keyOf = (event: EventFacts) => {
          if (column === 'failed_at') return event.at
          const text = event[column]
          return text === null ? null : plain(text)
        }
        const sign = direction === 'ascending' ? 1 : -1
        const expected = events.toSorted((one, other) => {
          const [a, b] = [keyOf(one), keyOf(other)]
          if (a === b) return 0
          if (a === null) return 1
          if (b === null) return -1
          return a < b ? -sign : sign
        })
        const orders = new EventOrders(events)
        const found = orders.sorted({ column, direction })
        expect(found.map(event => events.indexOf(event))).toEqual(
          expected.map(event => events.indexOf(event)),
        )
      },
    ),
  )
})

test('what was prepared is what is sorted then, and it comes to an end', () => {
  const events = [
    { ...EVENT, at: 2, company: 'b' },
    { ...EVENT, at: 1, company: 'a' },
  ]
  const orders = new EventOrders(events)
  let steps = 0
  while (orders.prepare()) steps++
  expect(steps).toBe(3 * EVENT_COLUMNS.length)
  const sort = { column: 'company', direction: 'ascending' } as const
  expect(orders.sorted(sort)).toEqual([events[1], events[0]])
  expect(orders.sorted(sort)).toBe(orders.sorted(sort))
})
