import { expect, test } from 'vitest'
import type { ReceiverHealth } from '../../../../contract/receiver.ts'
import { acceptedSince, formatHealth } from './health-messages.ts'

const at = (hour: number) => `2026-11-22T${String(hour).padStart(2, '0')}:00:00+02:00`

function health(change: Partial<ReceiverHealth>): ReceiverHealth {
  const receiver = 'hooks.example/acme'
  return { receiver, last_delivery: null, last_failure: null, works_since: null, ...change }
}

const WORKING = health({ last_failure: at(9), works_since: at(10), last_delivery: at(12) })

test('a receiver whose last replay failed is not called one that accepts events', () => {
  const failing = health({ last_delivery: at(10), last_failure: at(11) })
  expect(formatHealth(failing, null, Date.parse(at(8)))).toMatchObject({
    tone: 'bad',
    stamp: at(11),
  })
})

test('a replay that was delivered after the last failed event is called a later one', () => {
  expect(formatHealth(WORKING, Date.parse(at(11)), Date.parse(at(8)))).toMatchObject({
    tone: 'good',
    stamp: at(12),
  })
})

test.each([
  ['Recovered', at(8)],
  ['Recovered', at(9)],
  ['Working', at(10)],
])('a receiver is called %s, as on Receivers, if failed replays count since %s', (word, recent) => {
  expect(formatHealth(WORKING, Date.parse(at(11)), Date.parse(recent))).toMatchObject({
    tone: 'good',
    text: `${word}: replay delivered`,
  })
})

test('a delivery does not prove recovery if it is before the last failed event or that time is unknown', () => {
  for (const failedAt of [Date.parse(at(13)), null]) {
    expect(formatHealth(WORKING, failedAt, Date.parse(at(8)))).toMatchObject({
      tone: 'neutral',
      stamp: at(12),
    })
  }
})

test('a receiver accepts replays if one was delivered after an event failed, and none has failed since', () => {
  expect(acceptedSince(WORKING, at(11))).toBe(at(12))
  expect(acceptedSince(WORKING, at(13))).toBeNull()
  expect(acceptedSince(WORKING, null)).toBeNull()
  expect(acceptedSince(health({ last_delivery: at(12), last_failure: at(13) }), at(11))).toBeNull()
  expect(acceptedSince(undefined, at(11))).toBeNull()
})
