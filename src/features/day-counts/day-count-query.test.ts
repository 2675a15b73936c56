import { describe, expect, test } from 'vitest'
import { isCountFinal } from './day-count-query.ts'

describe('isCountFinal', () => {
  test.each([
    ['on the day itself', '2026-11-20T12:00:00Z', false],
    ['on the day after', '2026-11-21T21:59:00Z', false],
    ['three days later', '2026-11-23T00:00:00Z', true],
    ['once that is over in the service’s zone', '2026-11-21T22:00:00Z', true],
  ])('of a count taken %s', (_when, countedAt, expected) => {
    expect(isCountFinal('2026-11-20', new Date(countedAt), 'Africa/Johannesburg')).toBe(expected)
  })
})
