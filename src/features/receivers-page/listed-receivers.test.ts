import { expect, test } from 'vitest'
import type { KnownReceiver, ReceiverState } from '../../../contract/receiver.ts'
import type { WorstReceiver } from '../overview/cards/worst-receivers.ts'
import { listReceivers } from './listed-receivers.ts'

const known = (receiver: string, state: ReceiverState): KnownReceiver => ({
  receiver,
  companies: [],
  state,
  last_delivery: null,
  last_failure: null,
  works_since: null,
  fails_since: null,
  last_7_days: { delivered: 0, failed: 0 },
  late_s: null,
  tracking_numbers: 0,
})
const lacks = (receiver: string, count: number, isKnown = true): WorstReceiver => ({
  receiver,
  companies: [`Company of ${receiver}`],
  count,
  byList: { call_events_fail: count, transcription_events_fail: 0 },
  isKnown,
  last: null,
  causes: [],
})

test('receivers that are down come first, then those that lack most, also before their first replay', () => {
  const listed = listReceivers(
    [known('works', 'works'), known('lacks-one', 'works'), known('down', 'down')],
    [lacks('never-replayed', 3), lacks('Receiver unknown', 2, false), lacks('lacks-one', 1)],
  )
  expect(listed.map(({ receiver }) => receiver)).toEqual([
    'down',
    'never-replayed',
    'Receiver unknown',
    'lacks-one',
    'works',
  ])
  expect(listed.map(({ state }) => state)).toEqual([
    'down',
    'failing',
    'failing',
    'failing',
    'works',
  ])
  expect(listed.map(({ missing }) => missing?.count ?? null)).toEqual([null, 3, 2, 1, null])
  expect(listed.filter(({ isNamed }) => !isNamed)).toMatchObject([{ receiver: 'Receiver unknown' }])
  expect(listed[3]?.companies).toEqual(['Company of lacks-one'])
})

test('what receivers lack is unknown until it is loaded', () => {
  const listed = listReceivers([known('works', 'works')], undefined)
  expect(listed).toMatchObject([{ receiver: 'works', missing: undefined }])
})
