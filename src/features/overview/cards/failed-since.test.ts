import { describe, expect, test } from 'vitest'
import { shownEvent } from '../../../../contract/event/shown-event.ts'
import { readEvent, STANDARD } from '../../../../contract/fields/read-event.ts'
import { type NextPage, numbered } from '../../../../contract/pages/page-place.ts'
import { failedSince } from './visit-card.tsx'

const LAST = new Date('2026-11-20T12:00:00+02:00')

function page(times: (string | null)[], next: NextPage = null) {
  const results = times.map(time =>
    shownEvent(
      readEvent(
        { request_json: {}, failed_at: time === null ? null : `2026-11-20T${time}:00+02:00` },
        STANDARD,
      ),
      '1',
    ),
  )
  return { results, next }
}

const day = (count: number | null) => ({
  day: '2026-11-21',
  count,
  missing: count,
  isWaiting: false,
})

describe('failedSince', () => {
  test('adds later failures on the day of the visit to those of the days after it', () => {
    expect(failedSince(LAST, page(['15:00', '12:01', '12:00', '09:00']), [day(40)])).toEqual({
      count: 42,
      isAtLeast: false,
    })
  })

  test('is exact if the newest page ends before the visit', () => {
    expect(failedSince(LAST, page(['15:00', '11:00'], numbered(2)), [])).toEqual({
      count: 1,
      isAtLeast: false,
    })
  })

  test.each([
    ['a full page of new ones', page(['15:00', '14:00'], numbered(2)), [], 2],
    ['a list in another order', page(['11:00', '15:00', '10:00'], numbered(2)), [], 1],
    ['events without their times', page(['15:00', null]), [], 1],
    ['a day that isn’t known', page(['15:00']), [day(null), day(3)], 4],
    ['a visit that is out of sight', undefined, [day(3)], 3],
  ])('is a minimum for %s', (_what, newest, later, count) => {
    expect(failedSince(LAST, newest, later)).toEqual({ count, isAtLeast: true })
  })
})
