import { expect, test } from 'vitest'
import { isTooMuch } from './requested-run.ts'

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
