import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { findInJson, JsonText } from './json-view.tsx'

const ENTITIES: Record<string, string> = {
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#x27;': "'",
}

/** The text that a person sees. */
function shown(json: string, { wanted = '', match }: { wanted?: string; match?: number } = {}) {
  const entry = { name: null, from: 0, start: 0, end: json.length }
  return renderToStaticMarkup(
    <JsonText json={json} entry={entry} wanted={wanted} match={match ?? null} />,
  )
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[^;]+;/g, entity => ENTITIES[entity] ?? entity)
}

test('shows any small JSON as JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const json = JSON.stringify(value)
      expect(JSON.parse(shown(json))).toEqual(JSON.parse(json))
    }),
  )
})

test('numbers are as they were written, texts are readable, and nothing is hidden', () => {
  expect(shown('{"id":12345678901234567890,"x":1.10,"y":NaN,"n":"M\\u00fcller \\u202e"}')).toBe(
    '{"id": 12345678901234567890,"x": 1.10,"y": NaN,"n": "Müller \\u202e"}',
  )
})

test('a large payload is folded, and shows a page of its entries around a match', () => {
  const json = JSON.stringify({ rows: Array.from({ length: 60_000 }, (_, row) => ({ row })) })
  expect(shown(json)).toBe('{"rows": [ 60,000 entries ]}')
  const found = shown(json, { wanted: '51234', match: json.indexOf('51234') })
  expect(found).toContain('Show previous (51,200 before){"row": 51200},')
  expect(found).toContain('{"row": 51299},Show next (8,700 more)')
})

test('100,000 levels are shown, of which only the first ones fold', () => {
  const json = `${'['.repeat(100_000)}"bottom"${']'.repeat(100_000)}`
  expect(shown(json)).toBe('[[ 1 entry ]]')
  const opened = shown(json, { match: json.indexOf('"bottom"') })
  expect(opened).toContain(`${'['.repeat(1_000)} and 198,948 more characters`)
})

test('a search may be for any amount of text', () => {
  expect(shown('"a"', { wanted: 'a'.repeat(1_000_000) })).toBe('"a"')
})

const JSON_TEXT = '{"Name":"M\\u00fcller","list":["acme",{"acme":1}],"n":42}'

test.each([
  ['müller', ['"M\\u00fcller"']],
  ['ACME', ['"acme"', '"acme"']],
  ['name', ['"Name"']],
  ['42', ['42']],
  ['', []],
  [':', []],
  ['nowhere', []],
])('%s is in these names and values: %j', (wanted, found) => {
  const matches = findInJson(JSON_TEXT, wanted)
  expect(matches.map((start, index) => JSON_TEXT.substr(start, found[index]?.length))).toEqual(
    found,
  )
})
