import { expect, test } from 'vitest'
import { SettingsSearch } from './settings-search.ts'

test.each([
  ['the default', {}, 50],
  ['a size', { size: '20' }, 20],
  ['a size that is not offered', { size: '7' }, 50],
])('the table has as many rows as %s says', (_name, asked, size) => {
  expect(SettingsSearch.parse({ ...asked, find: 'acme' })).toEqual({
    page: 1,
    size,
    sort: undefined,
    set: undefined,
    receiver: undefined,
    fields: undefined,
    find: 'acme',
  })
})
