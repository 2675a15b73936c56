import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STANDARD } from '../../../../contract/fields/read-event.ts'
import { HttpError } from '../../../http/http-error.ts'
import { readListPage } from './list-page.ts'
import { firstListItems } from './parse-list-page.ts'

/** Any other error would break the gateway. */
async function read(text: string, { status = 200, page = 1 } = {}) {
  try {
    return await readListPage(
      { status, body: Buffer.from(text), retryAfter: null, location: null, done() {} },
      { page },
      STANDARD,
    )
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}

const jsonText = fc.oneof(
  fc.json(),
  fc.array(fc.jsonValue()).map(items => JSON.stringify(items)),
  fc
    .record({ count: fc.jsonValue(), next: fc.jsonValue(), results: fc.array(fc.jsonValue()) })
    .map(page => JSON.stringify(page, null, 1)),
)

test('every answer of a service becomes a page of its events or an error message', async () => {
  await fc.assert(
    fc.asyncProperty(
      jsonText,
      fc.constantFrom(1, 0.5),
      fc.nat({ max: 3 }),
      async (json, keep, page) => {
        const listed = await read(json.slice(0, Math.ceil(json.length * keep)), { page: page + 1 })
        if (listed === null || listed instanceof HttpError) return
        for (const { id, payload } of listed.events) {
          expect(id.length).toBeGreaterThan(0)
          expect(() => JSON.parse(payload)).not.toThrow()
        }
      },
    ),
  )
})

test.each(['', 'null', 'NaN', '<html>', '{"results":[', '\u0000', '{"results":{}}', '"results"'])(
  'the answer %j is reported as unreadable',
  async text => {
    expect(await read(text)).toMatchObject({ status: 502 })
  },
)

test('a second page that repeats the first page is reported', async () => {
  const text = '{"next":"http://10.0.0.1/?cursor=cD0y","previous":null,"results":[{"id":1}]}'
  const next = { page: 2, cursor: 'cursor=cD0y' }
  expect(await read(text)).toMatchObject({ next, isFirstAgain: false, events: [{ id: '1' }] })
  expect(await read(text, { page: 2 })).toMatchObject({ isFirstAgain: true, events: [{ id: '1' }] })
})

test.each([400, 422])(
  'a request that is not accepted (%d) is explained by the service',
  async status => {
    const body = { errors: { start_date: ['must be within the past 31 days\u0000'] } }
    expect(await read(JSON.stringify(body), { status })).toMatchObject({
      status: 400,
      body: { detail: 'must be within the past 31 days' },
    })
    expect(await read('<html>', { status })).toMatchObject({
      status: 502,
      body: { detail: `The call-tracking service answered ${status} instead of the list.` },
    })
  },
)

test('a thousand levels are read, and more are an error message, wherever they are', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const event = (levels: number) =>
    `{"id":1,"request_json":${nested(levels - 1)},"attempts":${nested(levels - 1)}}`
  expect(await read(`[${event(1_000)}]`)).toMatchObject({
    events: [{ id: '1', payload: nested(999) }],
  })
  const list = (item: string) => `{"count":1,"results":[${item}]}`
  const tooDeep = [nested(10_000), list(event(10_000)), `{"x":${nested(100_000)},"results":[]}`]
  for (const text of [...tooDeep, '['.repeat(10_000)]) {
    expect(await read(text)).toMatchObject({
      status: 502,
      body: { detail: expect.stringContaining('more than 1,000 levels of nested values') },
    })
  }
})

test('names that have a meaning in JavaScript are ordinary names', async () => {
  const text =
    '[{"__proto__":{"id":1},"toString":1,"constructor":2,"request_json":{"__proto__":3}}]'
  expect(await read(text)).toMatchObject({ events: [{ payload: '{"__proto__":3}' }] })
})

test('a count, a page and a time are no larger than what can be stored', async () => {
  const next = 'http://10.0.0.1/?page=99999999999'
  const results = [{ id: 1, failed_at: '0000-01-01T00:00:00Z' }]
  expect(await read(JSON.stringify({ count: 3e9, next, results }))).toMatchObject({
    count: 2_147_483_647,
    next: 'nowhere',
    events: [{ failed_at: null }],
  })
})

test.each([
  ['NaN', '{"id":2,"request_json":{"duration":NaN}}', true],
  ['Infinity', '{"id":2,"request_json":{"duration":Infinity}}', true],
  ['-Infinity', '{"id":2,"request_json":{"duration":-Infinity}}', true],
  ['a raw line break', '{"id":2,"request_json":{"note":"one\ntwo"}}', true],
  ['U+0000', '{"id":2,"request_json":{"note":"one\u0000two"}}', true],
  ['nan of C', '{"id":2,"request_json":{"duration":nan}}', true],
  ['undefined of JavaScript', '{"id":2,"request_json":{"duration":undefined}}', true],
  ['True and None of Python', '{"id":2,"request_json":{"answered":True,"end":None}}', true],
  ['an infinity of C', '{"id":2,"request_json":{"duration":-1.#INF}}', true],
  ['a number with a leading zero', '{"id":2,"request_json":{"duration":007}}', true],
  ['an escape that JSON does not have', '{"id":2,"request_json":{"note":"\\x41"}}', true],
  ['inf outside of its payload', '{"id":2,"score":-inf,"request_json":{"a":1}}', undefined],
  ['NaN outside of its payload', '{"id":2,"score":NaN,"request_json":{"a":1}}', undefined],
])('an event with %s leaves the others of its page readable', async (_what, odd, isUnreadable) => {
  const page = await read(`{"count":3,"results":[{"id":1,"request_json":{}},${odd},{"id":3}]}`)
  expect(page).toMatchObject({ events: [{ id: '1' }, { id: '2' }, { id: '3' }] })
  const [, event] = page === null || page instanceof HttpError ? [] : page.events
  expect(event?.isUnreadable).toBe(isUnreadable)
})

test.each([
  ['the answer itself', (items: string) => items],
  ['a member of the answer', (items: string) => `{"count": 4, "next": null, "results": ${items}}`],
])(
  'a sample of a list that is %s has no item that is too large or too deep',
  async (_what, answer) => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const large = JSON.stringify('x'.repeat(5_000_000))
    const items = `[{"id": 1, "größe": ${deep}}, {"id": 2}, {"id": 3, "text": ${large}}, {"id": 4}]`
    const body = Buffer.from(answer(items))
    expect(firstListItems(body, 10)).toEqual([{ id: 2 }, { id: 4 }])
    expect(firstListItems(body, 2)).toEqual([{ id: 2 }])
  },
)
