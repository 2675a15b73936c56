import { expect, test } from 'vitest'
import { GUARDED, phoneCell } from './csv-cell.ts'

test.each([
  '=1+1',
  '+27 82 123',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '\u0000=1',
  '＝1',
  '﹦1',
  '\u200b=1',
  '\ufeff+1',
  '\u00ad-1',
  '\u2060@SUM(A1)',
  '\u202e=1',
  '\u2800=1',
  '\u034f=1',
  '\u115f \u200e＝1',
  '\u{e0001}=1',
  '\u00a0=1',
  '\u3164=1',
  '\u2028\u0301=1',
  '\ud800=1',
  '\uffff+1',
  '\ue000@SUM(A1)',
  '\ufffc-1',
  '\tx',
  '9007199254740993',
  '0042',
  '12E7',
  '1.5e3',
])('%j gets a quote mark', text => {
  expect(GUARDED.test(text)).toBe(true)
})

test.each(['Acme Cars', '{"a":1}', '12345678901', '0', '4×4', 'https://acme.example/?a=1', ''])(
  '%j needs none',
  text => {
    expect(GUARDED.test(text)).toBe(false)
  },
)

test.each([
  ['27821230001', 'tel:+27821230001'],
  ['+27821230001', 'tel:+27821230001'],
  ['2782*****01', 'tel:+2782*****01'],
  ['0821230001', '0821230001'],
  ['anonymous', 'anonymous'],
  ['+1+cmd', '+1+cmd'],
  [undefined, ''],
])('the number %j is written as %j', (number, cell) => {
  expect(phoneCell(number)).toBe(cell)
})
