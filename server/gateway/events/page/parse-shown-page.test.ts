import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ShownEvent } from '../../../../contract/event-page.ts'
import { STANDARD } from '../../../../contract/fields/read-event.ts'
import { numbered } from '../../../../contract/pages/page-place.ts'
import { parseShownPage } from './parse-shown-page.ts'

const parse = (text: string | Uint8Array, page = 1, size = 20) =>
  parseShownPage(Buffer.from(text), { page, size }, STANDARD)

/** The keys of the events of a list, as a flat array and as a page. */
function keysOf(...items: string[]): string[] {
  const texts = [`[${items}]`, `{"count": 2, "results": [ ${items.join(' , ')} ]}`]
  const [flat, paged] = texts.map(text =>
    parse(text).page?.results.map(({ id, ordinal }) => (ordinal ? `${id}~${ordinal}` : id)),
  )
  expect(flat).toEqual(paged)
  return flat ?? []
}

describe('an event is identified', () => {
  test('by its id, with all its digits', () => {
    expect(keysOf('{"id":7,"request_json":{}}', '{"id":"a"}', '{"id":9007199254740993}')).toEqual([
      '7',
      'a',
      '9007199254740993',
    ])
  })

  test('without an id by its content, whatever else is on the page', () => {
    const [id] = keysOf('{"request_json":{"call_id":1}}')
    expect(id).toMatch(/^content-/)
    expect(keysOf('{"id":7}', '{ "request_json" : {"call_id": 1}}')).toEqual(['7', id])
  })

  test.each(['', 'x'.repeat(501), 'a\\u0000', '\\ud800'])(
    'with an invalid id by its content: %j',
    id => {
      expect(keysOf(`{"id":"${id}","request_json":{}}`)[0]).toMatch(/^content-/)
    },
  )

  test('by its ordinal, too, among events that share an id or a content', () => {
    expect(keysOf('{"id":7,"request_json":{}}', '{"id":8}', '{"id":7}', '{"id":"7"}')).toEqual([
      '7',
      '8',
      '7~2',
      '7~3',
    ])
    const [first, second] = keysOf('{"call_id":1}', '{"call_id": 1}')
    expect(second).toBe(`${first}~2`)
  })
})

test('a list without pages is cut, with the text of the page alone', () => {
  const { page, text } = parse('[{"id":1}, {"id":2} ,{"id":3.0},{"id":4}]', 2, 2)
  expect(page).toMatchObject({ count: 4, next: null, previous: numbered(1) })
  expect(page?.results.map(({ id }) => id)).toEqual(['3', '4'])
  expect(text).toBe('[{"id":3.0},{"id":4}]')
})

test('a page keeps its text', () => {
  const answer = ' {"count":1, "next":"?page=2","results":[{"id":1,"cost":1.0}]}'
  expect(parse(answer)).toMatchObject({ page: { next: numbered(2) }, text: answer })
})

test.each([
  ['text', 'Not found'],
  ['an error', '{"detail":"Not found."}'],
  ['a list that is an object', '{"results":{"id":1}}'],
  ['half a list', '{"count":2,"results":[{"id":1},'],
  ['nothing', ''],
])('an answer that is %s has no page', (_what, text) => {
  expect(parse(text)).toEqual({ page: null, text })
})

const nested = (open: string, close: string, levels: number) =>
  open.repeat(levels) + close.repeat(levels)

test.each([
  ['bytes that are not UTF-8', Buffer.from('[{"id":1,"event":"M\xfcller"},{"id":2}]', 'latin1')],
  ['numbers that JSON does not have', '[{"id":1,"cost":NaN},{"id":2}]'],
  ['100,000 levels', `[{"id":1,"deep":${nested('[', ']', 100_000)}},{"id":2}]`],
  ['a receiver of 20,000 levels', `[{"id":1,"callback_url":${nested('[', ']', 20_000)}},{"id":2}]`],
  ['attempts of 100,000 levels', `[{"id":1,"attempts":${nested('[', ']', 100_000)}},{"id":2}]`],
  [
    'a field of an attempt of 20,000 levels',
    `[{"id":1,"attempts":[{"status":500,"trace":${nested('[', ']', 20_000)}}]},{"id":2}]`,
  ],
  [
    'an attempt of 50,000 objects in each other',
    `[{"id":1,"attempts":[${nested('{"a":[', ']}', 50_000)}]},{"id":2}]`,
  ],
  [
    'a duration of 400 digits',
    `[{"id":1,"attempts":[{"duration_ms":"${'9'.repeat(400)}"}]},{"id":2}]`,
  ],
  ['5 MB', `[{"id":1,"text":"${'x'.repeat(5_000_000)}"},{"id":2}]`],
])('an event with %s does not hide the others', (_what, text) => {
  const { page } = parse(text)
  expect(page?.results.map(({ id }) => id)).toEqual(['1', '2'])
  // As the gateway answers, from another thread if the page is large.
  expect(() => JSON.stringify(structuredClone(page))).not.toThrow()
  expect(z.array(ShownEvent).safeParse(page?.results).error).toBeUndefined()
})

test('an event names the fields that only its text shows', () => {
  const attempt = { at: 'yesterday', status: 500, region: 'eu' }
  const item = { id: 1, failed_at: '21/11', attempts: [attempt], score: 2.5, request_json: {} }
  expect(parse(JSON.stringify([item])).page?.results).toMatchObject([
    {
      unread_time: '21/11',
      attempts: [{ at: null, status: 500, other_fields: ['at', 'region'] }],
      unknown_fields: ['failed_at', 'score'],
    },
  ])
})

test('an event does not contain values of any size from its payload', () => {
  const company = { name: 'Acme Cars', reference: 'A1', logo: 'x'.repeat(1_000) }
  const text = JSON.stringify([{ id: 1, request_json: { company, note: 'y' } }])
  expect(parse(text).page?.results[0]?.call).toEqual({
    company: { name: 'Acme Cars', reference: 'A1' },
  })
})
