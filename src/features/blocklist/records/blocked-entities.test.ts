import { describe, expect, it } from 'vitest'
import type { BlocklistRecord, EntityContext } from '../../../../contract/blocklist.ts'
import { blockedEntitiesOf, findEntity } from './blocked-entities.ts'

function record(
  id: number,
  context: EntityContext,
  name: string,
  ...numbers: string[]
): BlocklistRecord {
  return {
    id,
    entity_context_name: context,
    entity: { reference: name.toUpperCase(), name },
    blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
  }
}

const RECORDS = [
  record(1, 'company', 'Zebra', '27820000001'),
  record(2, 'company', 'Acme', '27820000001', '27820000002'),
  record(3, 'group', 'Acme', '27820000009'),
  record(4, 'company', 'Acme', '27820000002', '27820000003'),
  record(5, 'company', 'Empty'),
]

describe('blockedEntitiesOf', () => {
  it('lists each entity of a context once, by name', () => {
    expect(blockedEntitiesOf(RECORDS)).toEqual({
      company: [
        {
          reference: 'ACME',
          name: 'Acme',
          numbers: ['27820000001', '27820000002', '27820000003'],
        },
        { reference: 'EMPTY', name: 'Empty', numbers: [] },
        { reference: 'ZEBRA', name: 'Zebra', numbers: ['27820000001'] },
      ],
      partner: [],
      group: [{ reference: 'ACME', name: 'Acme', numbers: ['27820000009'] }],
    })
  })
})

it('removes duplicates in any order', () => {
  const records = [record(1, 'group', 'North', '27820000002', '27820000001', '27820000002')]
  expect(blockedEntitiesOf(records).group[0]?.numbers).toEqual(['27820000002', '27820000001'])
})

describe('findEntity', () => {
  it('merges the numbers of all its records in its context', () => {
    expect(findEntity(RECORDS, 'company', 'ACME')).toEqual({
      reference: 'ACME',
      name: 'Acme',
      numbers: ['27820000001', '27820000002', '27820000003'],
    })
    expect(findEntity(RECORDS, 'group', 'ACME').numbers).toEqual(['27820000009'])
  })

  it('has no numbers if the entity is not on the list', () => {
    expect(findEntity(RECORDS, 'company', 'EMPTY')).toEqual({
      reference: 'EMPTY',
      name: 'Empty',
      numbers: [],
    })
    expect(findEntity(RECORDS, 'partner', 'ACME')).toEqual({
      reference: 'ACME',
      name: 'ACME',
      numbers: [],
    })
  })
})
