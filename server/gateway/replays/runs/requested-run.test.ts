import { expect, test } from 'vitest'
import { z } from 'zod'
import { ReplayRequest } from '../../../../contract/replay-request.ts'
import { drfMessage, validationBody } from '../../../http/validation-body.ts'
import { RANGE } from '../testing/replay-client.ts'
import { isTooMuch } from './requested-run.ts'

const REQUEST = { ...RANGE, start: false, include: [] }
const MOST = 50_000
const ALLOWED = [expect.stringMatching(/^Give "all", or 1 to 50000 events by their ids/)]

const named = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1 }))

/** The errors for events. */
function problemOf(events: unknown): unknown {
  const body = { ...REQUEST, events }
  const { error } = z.safeParse(ReplayRequest, body, { error: drfMessage, reportInput: true })
  return error === undefined ? null : validationBody(error)
}

test('an error of an event is reported at its index in the whole request', () => {
  expect(problemOf([...named(700), { id: '' }, ...named(700)])).toEqual({
    events: { 700: { id: ['This field may not be blank.'] } },
  })
})

test.each([
  ['none', undefined, ALLOWED],
  ['a word', 'some', ALLOWED],
  ['what is no event', [...named(600), 7], ALLOWED],
  ['too many', named(MOST + 1), ALLOWED],
  ['an empty list', [], { non_field_errors: ['This list may not be empty.'] }],
])('events that cannot be read are refused with the reason: %s', (_name, events, problem) => {
  expect(problemOf(events)).toEqual({ events: problem })
})

const run = (events: unknown) => Buffer.from(JSON.stringify({ list: 'call_events_fail', events }))

test('50,000 named events are parsed, whatever their ids contain', () => {
  const event = { id: '[{"a\\":{[', page: 1, page_size: 100, cursor: 'cursor=[]' }
  expect(isTooMuch(run(Array(50_000).fill(event)))).toBe(false)
})

test.each([
  ['nested lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['lists next to each other', `[${'[],'.repeat(100_000)}[]]`],
  ['fields', `{${Array.from({ length: 300_000 }, (_, at) => `"${at}":1`).join()}}`],
])('more %s than any run has are refused before they are parsed', (_, json) => {
  expect(isTooMuch(Buffer.from(json))).toBe(true)
})
