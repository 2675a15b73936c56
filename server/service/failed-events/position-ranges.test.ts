import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionRanges } from './failed-events-routes.ts'

test('the pages of any days contain each event once, newest first', () => {
  const anyDays = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 })
  fc.assert(
    fc.property(anyDays, fc.integer({ min: 1, max: 25 }), (counts, size) => {
      const days = counts.map((count, index) => ({ day: `day ${index}`, count }))
      const all = days.flatMap(({ day, count }) =>
        Array.from({ length: count }, (_, index) => `${day}: ${count - index}`),
      )
      for (let offset = 0; offset <= all.length; offset += size) {
        const page = positionRanges(days, offset, size).flatMap(({ day, low, high }) =>
          Array.from({ length: high - low + 1 }, (_, index) => `${day}: ${high - index}`),
        )
        expect(page).toEqual(all.slice(offset, offset + size))
      }
    }),
  )
})
