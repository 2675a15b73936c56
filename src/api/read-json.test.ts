import { expect, test } from 'vitest'
import { readJson } from './request.ts'

test('reads JSON, and leaves what is not JSON as it is', async () => {
  expect(await readJson('{"a":[1,null,"b"]}')).toEqual({ a: [1, null, 'b'] })
  expect(await readJson('<h1>Server Error (500)</h1>')).toBe('<h1>Server Error (500)</h1>')
  expect(await readJson('')).toBeUndefined()
})

test('keeps the digits of a number that JavaScript would round', async () => {
  expect(await readJson('{"id":9007199254740993,"small":7,"real":0.1234567890123456}')).toEqual({
    id: 9007199254740993n,
    small: 7,
    real: 0.1234567890123456,
  })
})

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

test('parses 100,000 levels', async () => {
  const read = await readJson(`{"id":7,"tree":${deep}}`)
  expect(read).toMatchObject({ id: 7 })
})

test('keeps the digits of long numbers in deep JSON as text', async () => {
  const text = `{"id":9007199254740993,"note":"1234567890123456789","real":1.12345678901234567,"tree":${deep}}`
  expect(await readJson(text)).toMatchObject({
    id: '9007199254740993',
    note: '1234567890123456789',
    real: 1.1234567890123457,
  })
})

test('finds a long number at any position', async () => {
  for (let before = 0; before < 40; before++) {
    const space = ' '.repeat(before)
    expect(await readJson(`${space}[9007199254740993]`)).toEqual([9007199254740993n])
    expect(await readJson(`[27821230001,"",${space}9007199254740993]`)).toEqual([
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
])('one odd value leaves the others readable: %j', async (text, value) => {
  expect(await readJson(text)).toEqual(value)
})
