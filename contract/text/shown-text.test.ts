import { expect, test } from 'vitest'
import { shownText } from './shown-text.ts'

test.each([
  ['Acme Cars', 'Acme Cars'],
  ['two\nlines,\ttabbed', 'two\nlines,\ttabbed'],
  ['مرحبا, שלום', 'مرحبا, שלום'],
  ['Müller & Söhne 🚗 第一', 'Müller & Söhne 🚗 第一'],
  ['https://bank.example/\u202emoc.live', 'https://bank.example/\ufffdmoc.live'],
  ['\u2066a\u2069\u202db\u202c', '\ufffda\ufffd\ufffdb\ufffd'],
  ['a\u0000b\u0008c\u001bd\u007fe\u0085f', 'a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf'],
])('%j is shown as %j', (text, shown) => {
  expect(shownText(text)).toBe(shown)
})
