import { expect, test } from 'vitest'
import { inOrder, withGone } from './use-lasting-order.ts'

test('rows keep their order, and new rows come last', () => {
  expect(inOrder(['new', 'c', 'a', 'newer'], id => id, ['a', 'b', 'c'])).toEqual([
    'a',
    'c',
    'new',
    'newer',
  ])
})

test('rows that have gone come after those that are there, which are the latest', () => {
  const row = (id: string, count: number) => ({ id, count })
  const before = [row('a', 1), row('b', 2)]
  expect(withGone([row('c', 4), row('a', 3)], before, ({ id }) => id)).toEqual([
    row('c', 4),
    row('a', 3),
    row('b', 2),
  ])
})
