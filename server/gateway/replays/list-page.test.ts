import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HttpError } from '../../http/http-error.ts'
import { readListPage } from './list-page.ts'

/** Whatever it throws otherwise would break the gateway. */
function read(text: string, { status = 200, page = 1 } = {}) {
  try {
    return readListPage({ status, text, isExact: true, retryAfter: null, location: null }, { page })
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

test('whatever a service answers is a page of its events, or an error in words', () => {
  fc.assert(
    fc.property(jsonText, fc.constantFrom(1, 0.5), fc.nat({ max: 3 }), (json, keep, page) => {
      const listed = read(json.slice(0, Math.ceil(json.length * keep)), { page: page + 1 })
      if (listed === null || listed instanceof HttpError) return
      for (const { id, payload } of listed.events) {
        expect(id.length).toBeGreaterThan(0)
        expect(() => JSON.parse(payload)).not.toThrow()
      }
    }),
  )
})

test.each(['', 'null', 'NaN', '<html>', '{"results":[', '\u0000', '{"results":{}}', '"results"'])(
  'of %j it says that it can’t be read',
  text => {
    expect(read(text)).toMatchObject({ status: 502 })
  },
)

test('of a second page that is the first one again it says so', () => {
  const text = '{"next":"http://10.0.0.1/?cursor=cD0y","previous":null,"results":[{"id":1}]}'
  const next = { page: 2, turn: 'cursor=cD0y' }
  expect(read(text)).toMatchObject({ next, isFirstAgain: false, events: [{ id: '1' }] })
  expect(read(text, { page: 2 })).toMatchObject({ isFirstAgain: true, events: [{ id: '1' }] })
})

test('depth is no trouble', () => {
  const depth = 100_000
  const deep = '['.repeat(depth) + ']'.repeat(depth)
  const item = `{"id":1,"request_json":${deep},"attempts":${deep}}`
  expect(read(deep)).toMatchObject({ events: { length: 1 } })
  expect(read(`[${item},${deep}]`)).toMatchObject({
    events: [{ id: '1', payload: deep }, { payload: deep }],
  })
})

test('names that JavaScript has a use for are names like any other', () => {
  const text =
    '[{"__proto__":{"id":1},"toString":1,"constructor":2,"request_json":{"__proto__":3}}]'
  expect(read(text)).toMatchObject({ events: [{ payload: '{"__proto__":3}' }] })
})
