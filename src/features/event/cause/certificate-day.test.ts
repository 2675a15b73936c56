import { describe, expect, it } from 'vitest'
import { certificateDay } from './certificate-day.ts'

describe('certificateDay', () => {
  it.each([
    ['its certificate expired on 3 November 2026', '3 November 2026'],
    ['its certificate is valid only from 13 Dec 2026', '13 December 2026'],
    ['current time 2026-11-21T10:00:00Z is after 2026-11-03T23:59:59Z', '3 November 2026'],
    ['current time 2026-11-21T10:00:00Z is before 2026-12-03', '3 December 2026'],
    // Some browsers read these as dates, and others don't.
    ['its certificate expired on 31 February 2026', null],
    ['its certificate expired on 3 Novembre 2026', '3 November 2026'],
    ['its certificate expired on 3 Brumaire 2026', null],
    ['its certificate expired on a Tuesday', null],
  ])('of “%s” is %s', (error, day) => {
    expect(certificateDay(error)).toBe(day)
  })
})
