import { describe, expect, test } from 'vitest'
import { describeOlder, describeOlderOfCompany, olderOf } from './older-events.tsx'

const FIRST = '2026-11-23'

const day = (day: string, missing: number | null) => ({
  day,
  count: missing,
  missing,
  isWaiting: false,
})

describe('events from before the days of Overview', () => {
  test('are counted without those days', () => {
    const byList = {
      call_events_fail: [day('2026-11-23', 50), day('2026-11-22', 1_000), day('2026-11-21', 36)],
      transcription_events_fail: [day('2026-11-23', null), day('2026-11-22', 100)],
    }
    const older = olderOf({ byList }, FIRST)
    expect(describeOlder(older)).toBe('1,136 older events of the last 30 days are still missing')
    expect(older.missing).toEqual({ call_events_fail: 1_036, transcription_events_fail: 100 })
  })

  test.each([
    [[null, 0], 'Redial doesn’t know whether older events of the last 30 days are missing'],
    [[null, 1], 'At least 1 older event of the last 30 days are still missing'],
    [[0, 1], '1 older event of the last 30 days is still missing'],
    [[0, 0], 'No older events of the last 30 days are missing'],
  ])('with the counts %j', ([calls = null, aiEvents = null], text) => {
    const byList = {
      call_events_fail: [day('2026-11-22', calls)],
      transcription_events_fail: [day('2026-11-22', aiEvents)],
    }
    expect(describeOlder(olderOf({ byList }, FIRST))).toBe(text)
  })

  test.each([
    [true, 0, false, 'Older events have not been counted for this company'],
    [true, 2, false, 'At least 2 older events are still missing'],
    [false, 2, false, '2 older events are still missing'],
    [false, 0, true, 'No older events of the last 30 days are missing'],
  ])('of a company, if they are a part (%j) and %d are known', (isPart, calls, isNone, text) => {
    const missing = { call_events_fail: calls, transcription_events_fail: 0 }
    expect(describeOlderOfCompany({ missing, isPart }, isNone)).toBe(text)
  })
})
