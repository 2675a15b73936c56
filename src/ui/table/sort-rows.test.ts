import { expect, test } from 'vitest'
import { readSort } from './sort-order.ts'
import { sortRows } from './sort-rows.ts'

const ROWS = [
  { name: 'Receiver 10', at: 3 },
  { name: 'receiver 9', at: null },
  { name: 'Acme', at: 1 },
  { name: 'Émile', at: 3 },
]
const VALUES = { name: (row: Row) => row.name, at: (row: Row) => row.at }
type Row = (typeof ROWS)[number]

const sorted = (text: string) =>
  sortRows(ROWS, readSort(text, ['name', 'at'], undefined), VALUES).map(({ name }) => name)

test('names are sorted as people read them', () => {
  expect(sorted('name')).toEqual(['Acme', 'Émile', 'receiver 9', 'Receiver 10'])
})

test('rows without a value come last in either direction, and equal ones keep their order', () => {
  expect(sorted('at')).toEqual(['Acme', 'Receiver 10', 'Émile', 'receiver 9'])
  expect(sorted('-at')).toEqual(['Receiver 10', 'Émile', 'Acme', 'receiver 9'])
})

test('an order that the URL does not have or that is unknown leaves the rows as they are', () => {
  expect(sorted('')).toEqual(ROWS.map(({ name }) => name))
  expect(sorted('-colour')).toEqual(ROWS.map(({ name }) => name))
})
