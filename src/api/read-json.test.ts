import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'

test('reads JSON, and leaves what is not JSON as it is', () => {
  expect(readJson('{"a":[1,null,"b"]}')).toEqual({ a: [1, null, 'b'] })
  expect(readJson('<h1>Server Error (500)</h1>')).toBe('<h1>Server Error (500)</h1>')
  expect(readJson('')).toBeUndefined()
})

test('keeps the digits of a number that JavaScript would round', () => {
  expect(readJson('{"id":9007199254740993,"small":7,"real":0.1234567890123456}')).toEqual({
    id: 9007199254740993n,
    small: 7,
    real: 0.1234567890123456,
  })
})

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

test('parses 100,000 levels', () => {
  const read = readJson(`{"id":7,"tree":${deep}}`)
  expect(read).toMatchObject({ id: 7 })
})

test('keeps the digits of long numbers in deep JSON as text', () => {
  const text = `{"id":9007199254740993,"note":"1234567890123456789","real":1.12345678901234567,"tree":${deep}}`
  expect(readJson(text)).toMatchObject({
    id: '9007199254740993',
    note: '1234567890123456789',
    real: 1.1234567890123457,
  })
})

test('finds a long number at any position', () => {
  for (let before = 0; before < 40; before++) {
    const space = ' '.repeat(before)
    expect(readJson(`${space}[9007199254740993]`)).toEqual([9007199254740993n])
    expect(readJson(`[27821230001,"",${space}9007199254740993]`)).toEqual([
      27821230001,
      '',
      9007199254740993n,
    ])
  }
})

test.each([
  [
    '{"results":[{"id":1},{"id":2,"duration":NaN}]}',
    { results: [{ id: 1 }, { id: 2, duration: null }] },
  ],
  ['{"id":9007199254740993,"ratio":Infinity}', { id: 9007199254740993n, ratio: null }],
  ['{"note":"one\ntwo"}', { note: 'one\ntwo' }],
])('one odd value leaves the others readable: %j', (text, value) => {
  expect(readJson(text)).toEqual(value)
})
