import { expect, test } from 'vitest'
import { shownEvent } from '../../../contract/event/shown-event.ts'
import { readEvent, STANDARD } from '../../../contract/fields/read-event.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import { eventRow, spokenName, withStates } from './event-row.ts'
import { eventSearch } from './list/replay-target.ts'

const PAGE = {
  list: 'call_events_fail',
  from_date: '2026-11-21',
  to_date: '2026-11-22',
  page: 1,
  page_size: 20,
} as const

const rowOf = (item: unknown) =>
  eventRow(shownEvent(readEvent(item, STANDARD), '1'), PAGE, '?from=2026-11-21')

test.each([
  ['https://receiver.example:8443/calls?a=1', 'receiver.example:8443', '/calls?a=1'],
  ['javascript:alert(1)', 'javascript:alert(1)', ''],
  ['not an address', 'not an address', ''],
])('names the receiver %s', (callback_url, host, path) => {
  expect(rowOf({ callback_url, request_json: {} }).receiver).toEqual({ host, path })
})

const FAILED_AT = '2026-11-29T00:04:36+02:00'
const REPLAYED_AT = '2026-11-30T00:29:36+02:00'

test.each([
  ['failed_again', { status: 503, error: null }, 'Answered 503, not available', REPLAYED_AT],
  ['delivered', { status: 503, error: null }, 'Answered 503, not available', REPLAYED_AT],
  // Nothing but the result of the replay could be recorded.
  ['failed_again', null, 'Answered 500, an error on its side', null],
] as const)(
  'the cause of a failed replay comes with its own time: %s, %j',
  (state, failure, why, failedAgainAt) => {
    const attempts = [{ at: FAILED_AT, status: 500, error: null, duration_ms: 5 }]
    const row = rowOf({ id: '1', failed_at: FAILED_AT, attempts, request_json: {} })
    expect(row).toMatchObject({ why: 'Answered 500, an error on its side', failedAgainAt: null })
    const facts = { event_id: '1', state, at: FAILED_AT, who: null, failure }
    const states = new Map([['1', { ...facts, failed_again_at: REPLAYED_AT }]])
    expect(withStates([row], states)).toMatchObject([{ why, failedAgainAt }])
  },
)

test.each(['', ' '])('names no receiver if its address is %j', callback_url => {
  expect(rowOf({ callback_url, request_json: {} }).receiver).toBeNull()
})

test('links to its page, also without a page number, and is replayed from there', () => {
  const turned = { ...PAGE, page: 3, cursor: 'cursor=cD0y%3D' }
  const { href, target } = eventRow(
    shownEvent(readEvent({ request_json: {} }, STANDARD), '1'),
    turned,
    eventSearch({ from: '2026-11-21', to: '2026-11-21', ...turned, size: 20 }),
  )
  expect(Object.fromEntries(new URLSearchParams(href))).toMatchObject({
    page: '3',
    cursor: 'cursor=cD0y%3D',
    event: '1',
  })
  expect(target).toMatchObject({ page: 3, cursor: 'cursor=cD0y%3D', page_size: 20 })
})

test.each([
  [{ caller_number: '27845556689' }, 'call from +27 84 555 6689 to Acme Cars, 21 Nov, 07:42:00'],
  [{ caller_number: 'anonymous' }, 'call from anonymous to Acme Cars, 21 Nov, 07:42:00'],
  [{ caller_number: '', call_id: 7 }, 'call 7 to Acme Cars, 21 Nov, 07:42:00'],
  [{}, 'event 1 to Acme Cars, 21 Nov, 07:42:00'],
])('the controls of the row of %j say which call they are about', (call, name) => {
  const request_json = { company: { name: 'Acme Cars' }, ...call }
  const row = rowOf({ id: 1, failed_at: '2026-11-21T07:42:00+02:00', request_json })
  expect(spokenName(row, timesIn('Africa/Johannesburg'))).toBe(name)
})
