import { expect, test } from 'vitest'
import type { BlocklistRecord } from '../../../../contract/blocklist.ts'
import { keepUnchanged } from './keep-unchanged.ts'

function list(second = '27820000002'): BlocklistRecord[] {
  return [['27820000001'], ['27820000001', second]].map((numbers, index) => ({
    id: index + 1,
    entity_context_name: 'company',
    entity: { reference: `R-${index}`, name: `Name ${index}` },
    blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
  }))
}

test('returns the same object for an equal list', () => {
  const before = list()
  expect(keepUnchanged(before, list())).toBe(before)
})

test('keeps equal records of a changed list', () => {
  const before = list()
  const kept = keepUnchanged(before, list('27820000009'))
  expect(kept).toEqual(list('27820000009'))
  expect(kept[0]).toBe(before[0])
})

test.each([
  ['shorter', (records: BlocklistRecord[]) => records.slice(1)],
  ['in another order', (records: BlocklistRecord[]) => records.toReversed()],
  [
    'of another name',
    (records: BlocklistRecord[]) =>
      records.map(record => ({ ...record, entity: { ...record.entity, name: 'Renamed' } })),
  ],
])('does not compare a list that is %s', (_what, change) => {
  const changed = change(list())
  expect(keepUnchanged(list(), changed)).toEqual(changed)
})
