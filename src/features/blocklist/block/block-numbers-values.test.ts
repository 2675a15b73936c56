import { describe, expect, it } from 'vitest'
import { BlockNumbersFields, placeOf } from './block-numbers-values.ts'

describe('BlockNumbersFields', () => {
  it('asks for the name and the reference', () => {
    const read = BlockNumbersFields.safeParse({
      entity_context_name: 'company',
      entity: { name: ' ', reference: '' },
    })
    expect(read.error?.issues.map(issue => issue.path)).toEqual([
      ['entity', 'name'],
      ['entity', 'reference'],
    ])
  })
})

describe('placeOf', () => {
  it.each([
    [['entity_context_name'], { field: 'entity_context_name' }],
    [['entity'], { field: 'entity.reference' }],
    [['entity', 'name'], { field: 'entity.name' }],
    [['entity', 'reference'], { field: 'entity.reference' }],
    [['blocked_phone_number_list'], { field: 'root.blocked_phone_number_list' }],
    [['blocked_phone_number_list', 1, 'phone_number'], { number: '27821230002' }],
    [['blocked_phone_number_list', 0], { number: '27821230001' }],
    [['blocked_phone_number_list', 9, 'phone_number'], { elsewhere: true }],
    [['entity', 'colour'], { elsewhere: true }],
    [[], { elsewhere: true }],
  ])('places %j at %j', (path, place) => {
    expect(placeOf(path, ['27821230001', '27821230002'])).toEqual(place)
  })
})
