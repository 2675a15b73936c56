import { describe, expect, test } from 'vitest'
import { jsonText, jsonTokens } from './json-tokens.ts'

const printed = (value: unknown) =>
  jsonTokens(value)
    .tokens.map(token => token.text)
    .join('')

describe('jsonTokens', () => {
  test.each([
    null,
    true,
    7,
    'text with "quotes" and <b>markup</b>',
    [],
    {},
    { a: [1, { b: null }], 'odd key': '' },
    [[[]], [{}]],
  ])('prints %j as JSON.stringify would', value => {
    expect(printed(value)).toBe(JSON.stringify(value, null, 2))
    expect(jsonTokens(value).isCut).toBe(false)
  })

  test('prints a long whole number to the last digit', () => {
    expect(printed({ id: 9007199254740993n })).toContain('9007199254740993')
  })

  test('tells names from values', () => {
    const kinds = jsonTokens({ name: 'Acme' }).tokens.map(token => token.kind)
    expect(kinds).toEqual(['plain', 'plain', 'name', 'plain', 'text', 'plain'])
  })

  test('survives 100,000 levels and says that it left some out', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(jsonTokens(deep).isCut).toBe(true)
    expect(printed(deep)).toContain('…')
  })

  test('survives a million entries and says that it left some out', () => {
    const { tokens, isCut } = jsonTokens(Array.from({ length: 1_000_000 }, (_, index) => index))
    expect(isCut).toBe(true)
    expect(tokens.length).toBeLessThan(10_000)
  })

  test('cuts a text that would fill the page', () => {
    expect(jsonTokens('x'.repeat(1_000_000)).isCut).toBe(true)
  })

  test('copies what is too much to show', () => {
    const much = Array.from({ length: 20_000 }, (_, index) => index)
    expect(JSON.parse(jsonText(much))).toEqual(much)
  })
})
