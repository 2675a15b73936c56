import { expect, test } from 'vitest'
import { shownReceiver, shownText } from './shown-text.ts'

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

test.each([
  ['hooks.example/m%C3%BCller', 'hooks.example/müller'],
  ['hooks.example/m%c3%bcller%2Fcalls%20x', 'hooks.example/müller%2Fcalls%20x'],
  ['hooks.example/%E2%80%AEcalls', 'hooks.example/%E2%80%AEcalls'],
  ['hooks.example/%C3%BC%FF', 'hooks.example/ü%FF'],
  ['hooks.example/%E0%80%80', 'hooks.example/%E0%80%80'],
])('the receiver %j is shown as %j', (name, shown) => {
  expect(shownReceiver(name)).toBe(shown)
})
