import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  endOfValue,
  jsonEntries,
  jsonTokens,
  parseLenient,
  parseString,
  rawItems,
  rawValue,
  repairJson,
} from './json-reader.ts'

const DEEP = `${'['.repeat(100_000)}"bottom"${']'.repeat(100_000)}`

/** Puts a value together from the slices that the reader finds. */
function rebuild(text: string): unknown {
  if (!/^[[{]/.test(text)) return JSON.parse(text)
  const parts = Array.from(jsonEntries(text), ({ name, start, end }): [string, unknown] => [
    name ?? '',
    rebuild(text.slice(start, end)),
  ])
  return text.startsWith('[') ? parts.map(([, value]) => value) : Object.fromEntries(parts)
}

describe('values', () => {
  test('are the same as those of JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(endOfValue(text, 0)).toBe(text.length)
        expect(rebuild(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('are found by their path', () => {
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

  test.each([
    ['{"results":[]}', ['results', 0]],
    ['[{"a":1}]', [0, 'b']],
    ['[1]', ['results']],
    ['{"0":1}', [0]],
  ])('%s has nothing at %j', (text, path) => {
    expect(rawValue(text, path)).toBeNull()
  })

  test('are found from the end of a list', () => {
    expect(rawValue('{"log":[{"a":1},{"a":2}]}', ['log', -1, 'a'])).toBe('2')
  })

  test('keep their digits, spaces and escapes', () => {
    const payload =
      '{ "call_id": 12345678901234567890,\n "name": "M\\u00fcller", "x": 1.0, "y": 1e400 }'
    const text = ` {"results": [ {"request_json": null}, {"a": [1, {}], "request_json": ${payload} } ]}`
    expect(rawValue(text, ['results', 1, 'request_json'])).toBe(payload)
    expect(rawItems(text)).toEqual([
      '{"request_json": null}',
      `{"a": [1, {}], "request_json": ${payload} }`,
    ])
  })

  test.each([
    '{"a": NaN, "b": -Infinity}',
    '{"a": "one\ntwo\u0000", "b": {}}',
    '{"a": "]}\\"", "b": []}',
  ])('are found in %j', text => {
    const [a, b] = Array.from(jsonEntries(text), ({ start, end }) => text.slice(start, end))
    expect(`{"a": ${a}, "b": ${b}}`).toBe(text)
  })

  test('with the same name: the last one counts, as for JSON.parse', () => {
    expect(rawValue('{"a":1,"a":2}', ['a'])).toBe('2')
  })

  test('nested 100,000 levels deep are read without recursion, or refused', () => {
    const text = `{"a":${DEEP},"b":${DEEP}}`
    expect(rawValue(text, ['b'])).toBe(DEEP)
    expect(endOfValue(text, 0, 100_001)).toBe(text.length)
    expect(() => endOfValue(text, 0, 100_000)).toThrow(RangeError)
  })

  test('that are not JSON either throw a SyntaxError or end', () => {
    const part = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'a', '1', ' ')
    fc.assert(
      fc.property(fc.array(part), parts => {
        try {
          for (const _ of jsonEntries(parts.join('')));
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError)
        }
      }),
    )
  })
})

test('tokens and spaces are the whole text', () => {
  fc.assert(
    fc.property(fc.string(), fc.json(), (any, json) => {
      for (const text of [any, json]) {
        let rest = text
        for (const { start, text: token } of [...jsonTokens(text)].reverse()) {
          expect(rest.slice(start, start + token.length)).toBe(token)
          expect(rest.slice(start + token.length).trim()).toBe('')
          rest = rest.slice(0, start)
        }
        expect(rest.trim()).toBe('')
      }
    }),
  )
})

test.each([
  ['"M\\u00fcller\\n"', 'Müller\n'],
  ['"a\tb"', 'a\tb'],
  ['1.10', '1.10'],
])('the characters of %j', (json, characters) => {
  expect(parseString(json)).toBe(characters)
})

test.each([
  ['{"a":NaN}', { a: null }],
  ['[NaN,Infinity,-Infinity,-NaN,1]', [null, null, null, null, 1]],
  ['{"a":"NaN, -Infinity","b":-1}', { a: 'NaN, -Infinity', b: -1 }],
  ['{"a":"one\ntwo\tthree\u0000"}', { a: 'one\ntwo\tthree\u0000' }],
  ['{"a\nb":"c\\"d\u0001"}', { 'a\nb': 'c"d\u0001' }],
  ['"\\u0041\u0002"', 'A\u0002'],
  ['[nan,-inf,+Infinity,inf,01,.5,5.,+1]', Array.from({ length: 8 }, () => null)],
  ['[undefined,None,1.#INF,-1.#IND,1.#QNAN00,0x1F]', Array.from({ length: 6 }, () => null)],
  ['{"a":True,"b":[False]}', { a: true, b: [false] }],
  ['[-0.5,1e5,0,1.5E-3,-12]', [-0.5, 100_000, 0, 0.0015, -12]],
  ['{"a":"C:\\x \\\' \\u12 \\\\n"}', { a: "C:\\x \\' \\u12 \\n" }],
])('reads %j as it was meant', (text, value) => {
  expect(parseLenient(text)).toEqual(value)
})

test.each(['', 'nonsense', '{"a":', '{"a":Nope}', '"open', '[1,]', "{'a':1}"])(
  'does not read %j',
  text => {
    expect(() => parseLenient(text)).toThrow(SyntaxError)
  },
)

test('repairs nothing in JSON', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(repairJson(text)).toBe(text)
    }),
  )
})

test('reads any string with raw control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const raw = JSON.stringify(text).replace(/\\u00[01][\da-f]|\\[bfnrt]/g, sequence =>
        String(JSON.parse(`"${sequence}"`)),
      )
      fc.pre(!text.includes('\\'))
      expect(parseLenient(raw)).toBe(text)
    }),
  )
})
