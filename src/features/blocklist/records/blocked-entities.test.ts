import { describe, expect, it } from 'vitest'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { type BlockedEntity, findEntity, mergeEntities } from './blocked-entities.ts'

function listOf(context: EntityContext, name: string, ...numbers: string[]): BlockedEntity {
  return { context, reference: name.toUpperCase(), name, numbers }
}

const ENTITIES = mergeEntities([
  listOf('company', 'Zebra', '27820000001'),
  listOf('company', 'Acme', '27820000001', '27820000002'),
  listOf('group', 'Acme', '27820000009'),
  listOf('company', 'Acme', '27820000002', '27820000003'),
  listOf('company', 'Empty'),
])

describe('mergeEntities', () => {
  it('lists each entity of a context once, by name', () => {
    expect(ENTITIES).toEqual([
      listOf('company', 'Acme', '27820000001', '27820000002', '27820000003'),
      listOf('group', 'Acme', '27820000009'),
      listOf('company', 'Empty'),
      listOf('company', 'Zebra', '27820000001'),
    ])
  })

  it('removes duplicates in any order', () => {
    const north = listOf('group', 'North', '27820000002', '27820000001', '27820000002')
    expect(mergeEntities([north])[0]?.numbers).toEqual(['27820000002', '27820000001'])
  })
})

describe('findEntity', () => {
  it('finds an entity in its context', () => {
    expect(findEntity(ENTITIES, { context: 'group', reference: 'ACME' }).numbers).toEqual([
      '27820000009',
    ])
  })

  it('has no numbers if the entity is not on the list', () => {
    expect(findEntity(ENTITIES, { context: 'partner', reference: 'ACME' })).toEqual(
      listOf('partner', 'ACME'),
    )
  })
})
