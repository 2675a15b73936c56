// Long: parses pages of many megabytes in another thread.
import { expect, test } from 'vitest'
import { STANDARD } from '../../../../contract/fields/read-event.ts'
import { readListPage } from './list-page.ts'
import { parseListPage } from './parse-list-page.ts'

const FIRST = { page: 1 }

const answered = (text: string) => {
  // Not from the pool that small buffers share, because its memory is transferred.
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  body.write(text)
  return { status: 200, body, retryAfter: null, location: null, done() {} }
}

const events = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at === 7 ? undefined : at + 1,
    callback_url: 'https://hooks.example.com/calls',
    request_json: { tracking_number: '27105550199', note: `Zoë ${'🚗'.repeat(100)}` },
  }))

test('a large page is parsed in another thread, with the same events in the same order', async () => {
  const text = JSON.stringify({ count: 5_000, next: null, results: events(2_500) })
  const answer = answered(text)
  const reading = readListPage(answer, FIRST, STANDARD)
  expect(await reading).toEqual(parseListPage(Buffer.from(text), FIRST, STANDARD))
  // The other thread owns its memory, so nothing of it was parsed here.
  expect(answer.body.byteLength).toBe(0)
})

test('a small page is parsed immediately', async () => {
  const answer = answered(JSON.stringify(events(20)))
  const reading = readListPage(answer, FIRST, STANDARD)
  expect((await reading)?.events).toHaveLength(20)
  expect(answer.body.byteLength).toBeGreaterThan(0)
})

test('while a large page is parsed, other work continues, and each caller gets its own events', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const lists = [4_000, 3_000, 2_000]
  const pages = await Promise.all(
    lists.map(count => readListPage(answered(JSON.stringify(events(count))), FIRST, STANDARD)),
  )
  isOver = true
  expect(pages.map(page => page?.events.length)).toEqual(lists)
  expect(turns).toBeGreaterThan(9)
})

test.each([
  ['no JSON', `[${'"x",'.repeat(90_000)}`, 'could not be read'],
  ['not UTF-8', null, 'not written in UTF-8'],
  ['levels', `[${'['.repeat(300_000)}`, 'more than 1,000 levels'],
  ['a value of 5 MB', `[{"id":"${'x'.repeat(5_000_000)}"}]`, 'a value of more than 4 MiB'],
  ['100,001 events', `[${'{},'.repeat(100_000)}{}]`, 'more than 100,000 events'],
])('a large page that can’t be read is refused with the reason: %s', async (_, text, expected) => {
  const answer = text === null ? answered('x'.repeat(300_000)) : answered(text)
  if (text === null) answer.body.fill(0xff)
  await expect(readListPage(answer, FIRST, STANDARD)).rejects.toMatchObject({
    status: 502,
    body: { detail: expect.stringContaining(expected) },
  })
})
