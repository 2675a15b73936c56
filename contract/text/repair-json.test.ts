import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLenient, repairJson } from './repair-json.ts'

test.each([
  ['{"a":NaN}', { a: null }],
  ['[NaN,Infinity,-Infinity,-NaN,1]', [null, null, null, null, 1]],
  ['{"a":"NaN, -Infinity","b":-1}', { a: 'NaN, -Infinity', b: -1 }],
  ['{"a":"one\ntwo\tthree\u0000"}', { a: 'one\ntwo\tthree\u0000' }],
  ['{"a\nb":"c\\"d\u0001"}', { 'a\nb': 'c"d\u0001' }],
  ['"\\u0041\u0002"', 'A\u0002'],
])('reads %j as it was meant', (text, value) => {
  expect(parseLenient(text)).toEqual(value)
})

test.each(['', 'nonsense', '{"a":', '{"a":Nope}', '"open', '[1,]', "{'a':1}"])(
  'does not read %j',
  text => {
    expect(() => parseLenient(text)).toThrow(SyntaxError)
  },
)

test('leaves any JSON as it is', () => {
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
