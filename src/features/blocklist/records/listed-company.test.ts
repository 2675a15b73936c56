import { expect, test } from 'vitest'
import { parseCompanies } from './listed-record.ts'

test('parses companies in every shape with a reference', () => {
  const items = [
    { reference: 'acme', name: 'Acme', id: 7 },
    { reference: 7, name: null },
    'bela',
    { name: 'No reference' },
    { reference: ' ' },
    null,
    [],
  ]
  expect(parseCompanies(items)).toEqual([
    { reference: 'acme', name: 'Acme' },
    { reference: '7', name: '7' },
    { reference: 'bela', name: 'bela' },
  ])
})
