import { expect, test } from 'vitest'
import type { EventsChart } from '../../../../contract/events.ts'
import { newFailures } from './visit-card.tsx'

/** A chart with this many events before and after the end of the last visit, of `read` events. */
function chart(before: number, since: number, read: number, is_complete = true) {
  const reading: EventsChart['reading'] = {
    ...{ count: read, read, is_complete, is_reading: false, read_at: null },
    ...{ wait: null, is_stopped: false, problem: null },
  }
  return { reading, results: [before, since].map(count => ({ count, missing: count })) }
}

test('the failures after the last visit are counted without those before it', () => {
  expect(newFailures(chart(40, 2, 42), true)).toEqual({ count: 2, isAtLeast: false })
})

test('nothing is known until they are counted', () => {
  expect(newFailures(undefined, true)).toEqual({ count: null, isAtLeast: false })
})

test.each([
  ['not all days have been read', chart(40, 2, 42, false), true],
  ['events have no time', chart(40, 2, 43), true],
  ['the last visit was before the days that are read', chart(40, 2, 42), false],
])('their number is a minimum if %s', (_what, counted, isInRange) => {
  expect(newFailures(counted, isInRange)).toEqual({ count: 2, isAtLeast: true })
})
