import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AS_USUAL, findInJson, jsonRows, turn, uncover } from './json-expansion.ts'
import {
  decoded,
  isContainer,
  type JsonNodes,
  jsonNodes,
  nameOf,
  rawText,
  shownJson,
} from './json-nodes.ts'

const ALL = { rest: 'all', turned: new Set<number>() } as const

/** Put together again from the list alone. */
function rebuild(nodes: JsonNodes, node = 0): unknown {
  if (!isContainer(nodes, node)) return JSON.parse(rawText(nodes, node))
  const children: number[] = []
  for (let at = node + 1; at < (nodes.after[node] ?? 0); at = nodes.after[at] ?? at + 1) {
    children.push(at)
  }
  expect(children.length).toBe(nodes.children[node])
  if (rawText(nodes, node).startsWith('[')) return children.map(child => rebuild(nodes, child))
  return Object.fromEntries(children.map(child => [nameOf(nodes, child), rebuild(nodes, child)]))
}

describe('jsonNodes', () => {
  test('contains the same values as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(rebuild(jsonNodes(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  test('keeps the exact text of numbers', () => {
    const nodes = jsonNodes('{ "id": 9007199254740993, "price": 1.10, "big": 1E+2 }')
    expect([1, 2, 3].map(node => rawText(nodes, node))).toEqual([
      '9007199254740993',
      '1.10',
      '1E+2',
    ])
    expect(nameOf(nodes, 2)).toBe('price')
  })

  test('reads the characters of a string', () => {
    const nodes = jsonNodes('{"n\\u00e4me":"a \\"quote\\" {"}')
    expect(nameOf(nodes, 1)).toBe('näme')
    expect(decoded(rawText(nodes, 1))).toBe('a "quote" {')
  })
})

describe('jsonRows', () => {
  const nodes = jsonNodes('{"a":{"b":[1,2]},"c":3}')

  test('shows the whole of a small payload', () => {
    expect(jsonRows(nodes, AS_USUAL)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('leaves out collapsed values', () => {
    expect(jsonRows(nodes, turn(AS_USUAL, 1))).toEqual([0, 1, 5])
    expect(jsonRows(nodes, { rest: 'none', turned: new Set() })).toEqual([0])
  })

  test('expands the parents of a value', () => {
    const folded = turn(turn(AS_USUAL, 1), 2)
    expect(jsonRows(nodes, uncover(nodes, folded, 4))).toContain(4)
  })

  test('reads 100,000 levels', () => {
    const deep = jsonNodes(`${'['.repeat(100_000)}"bottom"${']'.repeat(100_000)}`)
    expect(jsonRows(deep, AS_USUAL).length).toBeLessThan(20)
    expect(jsonRows(deep, ALL)).toHaveLength(100_001)
    expect(jsonRows(deep, uncover(deep, AS_USUAL, 100_000))).toHaveLength(100_001)
  })

  test('does not expand a million values automatically', () => {
    const wide = jsonNodes(JSON.stringify({ list: Array.from({ length: 1_000_000 }, () => 1) }))
    expect(jsonRows(wide, AS_USUAL)).toEqual([0, 1])
  })
})

describe('findInJson', () => {
  const nodes = jsonNodes('{"Name":"M\\u00fcller","list":["acme",{"acme":1}],"n":42}')

  test.each([
    ['müller', [1]],
    ['ACME', [3, 5]],
    ['name', [1]],
    ['42', [6]],
    ['', []],
    ['nowhere', []],
  ])('%s', (wanted, found) => {
    expect(findInJson(nodes, wanted)).toEqual(found)
  })
})

test('JSON writes them, and stays the same JSON', () => {
  const text = '{\r\n "na\u202eme": "\u2066\u007f"\r\n}'
  expect(shownJson(text)).toBe('{\r\n "na\\u202eme": "\\u2066\\u007f"\r\n}')
  expect(JSON.parse(shownJson(text))).toEqual(JSON.parse(text))
})
