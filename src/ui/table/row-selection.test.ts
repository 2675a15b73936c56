import { expect, test } from 'vitest'
import { rowsBetween } from './row-selection.tsx'

const IDS = ['a', 'b', 'c', 'd']

test('a range includes both of its ends, in either direction', () => {
  expect(rowsBetween(IDS, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rowsBetween(IDS, 'b', 'd')).toEqual(['b', 'c', 'd'])
})

test('without the other end, or with one on another page, it is a single row', () => {
  expect(rowsBetween(IDS, 'b', null)).toEqual(['b'])
  expect(rowsBetween(IDS, 'b', 'elsewhere')).toEqual(['b'])
})
