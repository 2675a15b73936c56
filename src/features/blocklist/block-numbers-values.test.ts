import { describe, expect, it } from 'vitest'
import { type BlockNumbersValues, blockNumbersSchema, placesOf } from './block-numbers-values.ts'

const ENTITY = { name: 'Acme Cars', reference: 'ACME' }

function valuesOf(...entries: string[]): BlockNumbersValues {
  return {
    entity_context_name: 'company',
    entity: ENTITY,
    blocked_phone_number_list: entries.map(phone_number => ({ phone_number })),
  }
}

const schema = blockNumbersSchema(new Map())

describe('blockNumbersSchema', () => {
  it('sends cleaned numbers, leaves out empty entries and sends a repeated number once', () => {
    const sent = schema.parse(valuesOf('+27 82 123 0001', '', '27821230002', '0027821230001'))
    expect(sent).toEqual({
      request: {
        entity: ENTITY,
        entity_context_name: 'company',
        blocked_phone_number_list: [
          { phone_number: '27821230001' },
          { phone_number: '27821230002' },
        ],
      },
      entriesOf: [[0, 3], [2]],
    })
  })

  it('says which entry is wrong, by the place where it was typed', () => {
    const read = schema.safeParse(valuesOf('27821230001', '', 'abc', '12'))
    expect(read.error?.issues.map(issue => issue.path)).toEqual([
      ['blocked_phone_number_list', 2, 'phone_number'],
      ['blocked_phone_number_list', 3, 'phone_number'],
    ])
  })

  it('keeps what the service said of an entry until that entry is changed', () => {
    const refusing = blockNumbersSchema(new Map([['+27 82 123 0001', 'Not there.']]))
    const read = refusing.safeParse(valuesOf('27821230002', '+27 82 123 0001'))
    expect(read.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['blocked_phone_number_list', 1, 'phone_number'], 'Not there.'],
    ])
    expect(refusing.safeParse(valuesOf('27821230002', '+27 82 123 0003')).success).toBe(true)
  })

  it('asks for a number where none was entered', () => {
    const read = schema.safeParse(valuesOf('', ' '))
    expect(read.error?.issues.map(issue => issue.path)).toEqual([
      ['blocked_phone_number_list', 0, 'phone_number'],
    ])
  })

  it('asks for the name and the reference, and names what is wrong with the numbers at once', () => {
    const values = { ...valuesOf('12'), entity: { name: ' ', reference: '' } }
    const read = schema.safeParse(values)
    expect(read.error?.issues.map(issue => issue.path)).toEqual([
      ['entity', 'name'],
      ['entity', 'reference'],
      ['blocked_phone_number_list', 0, 'phone_number'],
    ])
  })
})

describe('placesOf', () => {
  it.each([
    [['entity_context_name'], ['entity_context_name']],
    [['entity'], ['entity.reference']],
    [['entity', 'name'], ['entity.name']],
    [['entity', 'reference'], ['entity.reference']],
    [['blocked_phone_number_list'], ['root.blocked_phone_number_list']],
    [
      ['blocked_phone_number_list', 1, 'phone_number'],
      ['blocked_phone_number_list.2.phone_number'],
    ],
    [
      ['blocked_phone_number_list', 0],
      ['blocked_phone_number_list.0.phone_number', 'blocked_phone_number_list.3.phone_number'],
    ],
    [['blocked_phone_number_list', 9, 'phone_number'], []],
    [['entity', 'colour'], []],
    [[], []],
  ])('places %j at %j', (path, places) => {
    expect(placesOf(path, [[0, 3], [2]])).toEqual(places)
  })
})
