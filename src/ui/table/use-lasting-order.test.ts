import { expect, test } from 'vitest'
import { inOrder } from './use-lasting-order.ts'

test('rows keep their order, and new rows come last', () => {
  expect(inOrder(['new', 'c', 'a', 'newer'], id => id, ['a', 'b', 'c'])).toEqual([
    'a',
    'c',
    'new',
    'newer',
  ])
})
