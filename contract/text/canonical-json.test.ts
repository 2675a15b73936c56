import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './content-id.ts'

/** The same value with its members in another order, other spaces and other escapes. */
function rewritten(value: unknown): string {
  if (typeof value === 'string') {
    return `"${Array.from({ length: value.length }, (_, at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
  }
  if (Array.isArray(value)) return `[ ${value.map(rewritten).join(' ,\n')} ]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, one]) => `${rewritten(name)}\t: ${rewritten(one)}`,
  )
  return `{\r\n${members.reverse().join(' , ')}}`
}

test('is the same for every spelling of a value, and keeps the value', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      const value: unknown = JSON.parse(text)
      expect(canonicalJson(rewritten(value))).toBe(canonicalJson(text))
      expect(JSON.parse(canonicalJson(text))).toEqual(value)
    }),
  )
})

test('differs if the value differs', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      const texts = [one, other].map(value => canonicalJson(JSON.stringify(value)))
      const sorted = texts.map(text => JSON.stringify(JSON.parse(text)))
      expect(texts[0] === texts[1]).toBe(sorted[0] === sorted[1])
    }),
  )
})

test('keeps numbers as they are written', () => {
  expect(canonicalJson('{ "b": 9007199254740993, "a" : [1.10, -2e3 , true,null]}')).toBe(
    '{"a":[1.10,-2e3,true,null],"b":9007199254740993}',
  )
})

test('keeps the order of elements, and repeated members', () => {
  expect(canonicalJson('[2,1,{},[]]')).toBe('[2,1,{},[]]')
  expect(canonicalJson('{"a":1,"a":2}')).toBe('{"a":1,"a":2}')
})

test('has no limit of depth', () => {
  const depth = 200_000
  const text = `${'{ "a": ['.repeat(depth)}1${']}'.repeat(depth)}`
  expect(canonicalJson(text)).toBe(text.replaceAll(' ', ''))
})
