import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawValue } from './raw-value.ts'

test('digits, spaces and escapes are unchanged', () => {
  const payload = '{ "call_id": 9007199254740993,\n "name": "M\\u00fcller", "x": 1.0 }'
  const text = `{"results": [ {"request_json": null}, {"a": [1, {}], "request_json": ${payload} } ]}`
  expect(rawValue(text, ['results', 1, 'request_json'])).toBe(payload)
})

test('a missing value is null', () => {
  expect(rawValue('{"results":[]}', ['results', 0])).toBeNull()
  expect(rawValue('[{"a":1}]', [0, 'b'])).toBeNull()
  expect(rawValue('[1]', ['results'])).toBeNull()
})

test('the last of two equal keys counts, as for JSON.parse', () => {
  expect(rawValue('{"a":1,"a":2}', ['a'])).toBe('2')
})

test('a value nested 100,000 levels deep is read without recursion', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(rawValue(`{"a":${deep},"b":${deep}}`, ['b'])).toBe(deep)
})

test('agrees with JSON.parse at every key and index', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.jsonValue(), { minLength: 1 }), (value, list) => {
      const text = JSON.stringify({ value, list }, null, 1)
      for (const index of list.keys()) {
        const raw = rawValue(text, ['list', index])
        expect(raw && JSON.parse(raw)).toEqual(JSON.parse(text).list[index])
      }
      expect(JSON.parse(rawValue(text, ['value']) ?? '')).toEqual(JSON.parse(text).value)
    }),
  )
})
