import { expect, test } from 'vitest'
import { NOTHING, rowsBetween, selectionOf, withRows } from './row-selection.ts'

const IDS = ['a', 'b', 'c', 'd']

test('rows are selected and deselected, and the others stay as they are', () => {
  const two = withRows(selectionOf(['elsewhere']), ['a', 'b'], true)
  expect(Object.keys(two)).toEqual(['elsewhere', 'a', 'b'])
  expect(Object.keys(withRows(two, ['a', 'unknown'], false))).toEqual(['elsewhere', 'b'])
})

test('an id can be the name of anything that objects have', () => {
  expect(NOTHING.constructor).toBeUndefined()
  const selection = withRows(NOTHING, ['__proto__', 'constructor'], true)
  expect(Object.keys(selection)).toEqual(['__proto__', 'constructor'])
})

test('a range includes both of its ends, in either direction', () => {
  expect(rowsBetween(IDS, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rowsBetween(IDS, 'b', 'd')).toEqual(['b', 'c', 'd'])
})

test('without the other end, or with one on another page, it is a single row', () => {
  expect(rowsBetween(IDS, 'b', null)).toEqual(['b'])
  expect(rowsBetween(IDS, 'b', 'elsewhere')).toEqual(['b'])
})
