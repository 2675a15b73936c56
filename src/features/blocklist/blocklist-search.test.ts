import { expect, test } from 'vitest'
import { BlocklistSearch } from './blocklist-search.ts'

test.each([
  [{ q: 'acme' }, 'acme'],
  [{ number: '082 123 0001' }, '082 123 0001'],
  [{ filter: '0002', number: '082 123 0001' }, '0002'],
  [{ q: 'acme', filter: '0002' }, 'acme'],
  [{ filter: '' }, undefined],
  [{ q: 7 }, undefined],
])('%j, from any version, searches for %j', (address, q) => {
  expect(BlocklistSearch.parse(address).q).toBe(q)
})

test('keeps the rest of the URL', () => {
  const address = { context: 'group', entity: 'coastal', number: '082', add: 'true' }
  expect(BlocklistSearch.parse(address)).toEqual({
    context: 'group',
    entity: 'coastal',
    q: '082',
    add: 'true',
  })
})
