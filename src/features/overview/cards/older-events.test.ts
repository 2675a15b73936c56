import { describe, expect, test } from 'vitest'
import { describeOlder, olderOf } from './older-events.tsx'

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
    expect(describeOlder(older).join('')).toBe('1,136 older events are still missing')
    expect(older.missing).toEqual([1_036, 100])
  })

  test.each([
    [[null, 0], 'Older events may still be missing'],
    [[null, 1], 'At least 1 older event is still missing'],
    [[0, 1], '1 older event is still missing'],
    [[0, 0], 'No older events are missing'],
  ])('with the counts %j', ([calls = null, aiEvents = null], text) => {
    const byList = {
      call_events_fail: [day('2026-11-22', calls)],
      transcription_events_fail: [day('2026-11-22', aiEvents)],
    }
    expect(describeOlder(olderOf({ byList }, FIRST)).join('')).toBe(text)
  })
})
