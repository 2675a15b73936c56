import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BlockedAnswer, parseCompanies, readBlocklist } from './listed-record.ts'

const RECORD = {
  id: 1,
  entity_context_name: 'company',
  entity: { reference: 'ACME', name: 'Acme' },
  blocked_phone_number_list: [{ phone_number: '27821230001' }, { phone_number: '27821230002' }],
}

const read = (change: object) => readBlocklist([{ ...RECORD, ...change }])
const numbersIn = ({ entities }: ReturnType<typeof readBlocklist>) =>
  entities.flatMap(({ numbers }) => numbers)

test('a record of the interface is read', () => {
  const entity = {
    context: 'company',
    ...RECORD.entity,
    numbers: ['27821230001', '27821230002'],
  }
  expect(BlockedAnswer.parse(RECORD)).toEqual(entity)
  expect(readBlocklist([RECORD, RECORD])).toEqual({ entities: [entity, entity], others: [] })
})

describe('numbers', () => {
  test.each([
    ['none', [], []],
    ['null', null, []],
    ['nothing at all', undefined, []],
    ['texts', ['27821230001'], ['27821230001']],
    ['numbers', [27821230001, { phone_number: 27821230002 }], ['27821230001', '27821230002']],
    [
      'a +, and groups',
      ['+27 82 123 0001', { phone_number: '+27821230002' }],
      ['27821230001', '27821230002'],
    ],
    ['unknown fields', [{ phone_number: '27821230001', since: 'May' }], ['27821230001']],
    ['no phone number', [{ phone_number: 'anonymous' }], ['anonymous']],
  ])('that come as %s are read', (_what, blocked_phone_number_list, numbers) => {
    const blocklist = read({ blocked_phone_number_list })
    expect(numbersIn(blocklist)).toEqual(numbers)
    expect(blocklist.others).toEqual([])
  })

  test('are listed without unreadable ones, which are shown separately', () => {
    const bad = [null, {}, { phone_number: [] }]
    const blocklist = read({ blocked_phone_number_list: [...bad, '27821230001'] })
    expect(numbersIn(blocklist)).toEqual(['27821230001'])
    expect(blocklist.others).toEqual([{ ...RECORD, blocked_phone_number_list: bad }])
  })
})

test.each([
  ['no name', { entity: { reference: 'ACME' } }, { reference: 'ACME', name: 'ACME' }],
  [
    'a name of null',
    { entity: { reference: 'ACME', name: null } },
    { reference: 'ACME', name: 'ACME' },
  ],
  ['a number', { entity: { reference: 7, name: 'Acme' } }, { reference: '7', name: 'Acme' }],
  ['its reference alone', { entity: 'ACME' }, { reference: 'ACME', name: 'ACME' }],
])('an entity with %s is read', (_what, change, entity) => {
  expect(read(change).entities[0]).toMatchObject(entity)
})

test('an answer to an add without numbers is invalid', () => {
  const numbers = [undefined, null, {}, 'many', [{}]]
  for (const blocked_phone_number_list of numbers) {
    expect(BlockedAnswer.safeParse({ ...RECORD, blocked_phone_number_list }).success).toBe(false)
  }
})

test('parses a context in any case', () => {
  expect(read({ entity_context_name: 'Company' }).entities[0]?.context).toBe('company')
})

test.each([
  { entity_context_name: 'site' },
  { entity: null },
  { entity: { name: 'Acme' } },
  { blocked_phone_number_list: 'many' },
])('keeps an unreadable item unchanged: %j', change => {
  expect(read(change)).toEqual({ entities: [], others: [{ ...RECORD, ...change }] })
})

test('no item breaks the list or is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (items, odd) => {
      const changed = Object.keys(RECORD).map(name => ({ ...RECORD, [name]: odd }))
      const { entities, others } = readBlocklist([...items, ...changed])
      expect(entities.length + others.length).toBeGreaterThanOrEqual(items.length + changed.length)
    }),
  )
})

test('parses companies in every shape with a reference', () => {
  const items = [
    { reference: 'acme', name: 'Acme', id: 7 },
    { reference: 7, name: null },
    'bela',
    { name: 'No reference' },
    { reference: ' ' },
    null,
    [],
  ]
  expect(parseCompanies(items)).toEqual([
    { reference: 'acme', name: 'Acme' },
    { reference: '7', name: '7' },
    { reference: 'bela', name: 'bela' },
  ])
})
