import { expect, test } from 'vitest'
import { shownJson } from './shown-json.ts'

test('JSON writes them, and stays the same JSON', () => {
  const text = '{\r\n "na\u202eme": "\u2066\u007f"\r\n}'
  expect(shownJson(text)).toBe('{\r\n "na\\u202eme": "\\u2066\\u007f"\r\n}')
  expect(JSON.parse(shownJson(text))).toEqual(JSON.parse(text))
})
