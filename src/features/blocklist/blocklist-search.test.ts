import { expect, test } from 'vitest'
import { BlocklistSearch } from './blocklist-search.ts'

test.each([
  [{ q: 'acme' }, 'acme'],
  [{ q: '' }, undefined],
  [{ q: 7 }, undefined],
])('%j searches for %j', (address, q) => {
  expect(BlocklistSearch.parse(address).q).toBe(q)
})

test('keeps the rest of the URL', () => {
  const address = { context: 'group', entity: 'coastal', q: '082', add: 'true' }
  expect(BlocklistSearch.parse(address)).toEqual(address)
})
