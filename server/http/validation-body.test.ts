import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BlocklistRequest } from '../../contract/blocklist.ts'
import { NamedEvents } from '../../contract/events.ts'
import { ReplayRequest } from '../../contract/replay-request.ts'
import { briefValidatorCompiler, validatorCompiler } from './validation-body.ts'

const ENTITY = { reference: 'ACME', name: 'Acme Motors' }
const NUMBERS = [{ phone_number: '27821234567' }]
const NO_PHONE_NUMBER =
  'Enter a phone number of 7 to 15 digits, country code first and no +, such as 27821234567.'

const REFUSED: [what: string, body: unknown, answer: unknown][] = [
  [
    'nothing at all',
    {},
    {
      entity: ['This field is required.'],
      blocked_phone_number_list: ['This field is required.'],
    },
  ],
  ['null', null, { non_field_errors: ['No data provided'] }],
  ['a list', [], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
  ['text', 'x', { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }],
  ['a number', 1, { non_field_errors: ['Invalid data. Expected a dictionary, but got int.'] }],
  [
    'a fraction',
    1.5,
    { non_field_errors: ['Invalid data. Expected a dictionary, but got float.'] },
  ],
  ['true', true, { non_field_errors: ['Invalid data. Expected a dictionary, but got bool.'] }],
  [
    'fields that are null',
    { entity: null, entity_context_name: null, blocked_phone_number_list: null },
    {
      entity: ['This field may not be null.'],
      entity_context_name: ['This field may not be null.'],
      blocked_phone_number_list: ['This field may not be null.'],
    },
  ],
  [
    'fields of other types',
    { entity: 'ACME', entity_context_name: 5, blocked_phone_number_list: {} },
    {
      entity: { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] },
      entity_context_name: ['"5" is not a valid choice.'],
      blocked_phone_number_list: {
        non_field_errors: ['Expected a list of items but got type "dict".'],
      },
    },
  ],
  [
    'a list for a text, which is not also called blank',
    {
      entity: { reference: [], name: 'Acme Motors' },
      blocked_phone_number_list: NUMBERS,
    },
    { entity: { reference: ['Not a valid string.'] } },
  ],
  [
    'an unknown context',
    { entity: ENTITY, entity_context_name: 'foo', blocked_phone_number_list: NUMBERS },
    { entity_context_name: ['"foo" is not a valid choice.'] },
  ],
  [
    'lists in lists without end for a context',
    {
      entity: ENTITY,
      entity_context_name: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)),
      blocked_phone_number_list: NUMBERS,
    },
    { entity_context_name: ['"list" is not a valid choice.'] },
  ],
  [
    'a blank context',
    { entity: ENTITY, entity_context_name: '', blocked_phone_number_list: NUMBERS },
    { entity_context_name: ['"" is not a valid choice.'] },
  ],
  [
    'an entity without a reference, with a name that is null',
    { entity: { name: null }, blocked_phone_number_list: NUMBERS },
    {
      entity: {
        reference: ['This field is required.'],
        name: ['This field may not be null.'],
      },
    },
  ],
  [
    'an entity of blanks and numbers',
    { entity: { reference: '  ', name: 7 }, blocked_phone_number_list: NUMBERS },
    {
      entity: { reference: ['This field may not be blank.'], name: ['Not a valid string.'] },
    },
  ],
  [
    'an entity with a null character, which databases refuse',
    { entity: { reference: 'A\0', name: 'A' }, blocked_phone_number_list: NUMBERS },
    { entity: { reference: ['Null characters are not allowed.'] } },
  ],
  [
    'an empty list',
    { entity: ENTITY, blocked_phone_number_list: [] },
    { blocked_phone_number_list: { non_field_errors: ['This list may not be empty.'] } },
  ],
  [
    'more than 10,000 numbers, whatever they are',
    { entity: ENTITY, blocked_phone_number_list: Array(10_001).fill({}) },
    {
      blocked_phone_number_list: {
        non_field_errors: ['Ensure this field has no more than 10000 elements.'],
      },
    },
  ],
  [
    'each entry by its index, and none for those that are fine',
    {
      entity: ENTITY,
      blocked_phone_number_list: [
        ...NUMBERS,
        { phone_number: '+27821234567' },
        { phone_number: '' },
        { phone_number: ' ' },
        { phone_number: null },
        { phone_number: 27821234567 },
        { phone_number: '123456' },
        { phone_number: '1234567890123456' },
        { phone_number: '0821234567' },
        {},
        null,
        'text',
        [],
      ],
    },
    {
      blocked_phone_number_list: {
        1: { phone_number: [NO_PHONE_NUMBER] },
        2: { phone_number: ['This field may not be blank.'] },
        3: { phone_number: ['This field may not be blank.'] },
        4: { phone_number: ['This field may not be null.'] },
        5: { phone_number: ['Not a valid string.'] },
        6: { phone_number: [NO_PHONE_NUMBER] },
        7: { phone_number: [NO_PHONE_NUMBER] },
        8: { phone_number: [NO_PHONE_NUMBER] },
        9: { phone_number: ['This field is required.'] },
        10: ['This field may not be null.'],
        11: { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] },
        12: { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
      },
    },
  ],
]

function answerTo(schema: z.core.$ZodType, data: unknown) {
  return validatorCompiler({ schema, method: 'POST', url: '/' })(data)
}

describe('a blocklist request', () => {
  test.each(REFUSED)('of %s is refused', (_what, body, answer) => {
    expect(answerTo(BlocklistRequest, body)).toEqual({
      error: expect.objectContaining({ status: 400, body: answer }),
    })
  })

  test('without errors is accepted, for the partner by default and without unknown fields', () => {
    const body = { entity: ENTITY, blocked_phone_number_list: NUMBERS }
    expect(answerTo(BlocklistRequest, { ...body, unknown: 1 })).toEqual({
      value: { ...body, entity_context_name: 'partner' },
    })
  })
})

test('wrong numbers, booleans, stamps and long texts have their own messages', () => {
  const Call = z.object({
    id: z.int().positive(),
    seconds: z.int().nonnegative(),
    answered: z.boolean(),
    at: z.iso.datetime({ offset: true }),
    name: z.string().max(3),
  })
  expect(answerTo(Call, { id: 'x', seconds: -1, answered: 1, at: 'now', name: 'long' })).toEqual({
    error: expect.objectContaining({
      body: {
        id: ['A valid integer is required.'],
        seconds: ['Ensure this value is greater than or equal to 0.'],
        answered: ['Must be a valid boolean.'],
        at: [
          expect.stringMatching(/^Datetime has wrong format\. Use one of these formats instead: /),
        ],
        name: ['Ensure this field has no more than 3 characters.'],
      },
    }),
  })
})

test('a field that a strict object does not have is an error at that field', () => {
  const Settings = z.strictObject({ name: z.string(), owner: z.strictObject({ id: z.int() }) })
  expect(answerTo(Settings, { nmae: 'a', owner: { id: 1, 'a.b': 2 } })).toEqual({
    error: expect.objectContaining({
      body: {
        name: ['This field is required.'],
        nmae: ['Unknown field; nothing was changed. Valid fields: name, owner.'],
        owner: { 'a.b': [expect.stringContaining('Valid fields: id.')] },
      },
    }),
  })
})

test('the gateway shows the first problems of a long list of wrong ids, and counts the others', () => {
  const ids = Array<string>(50_000).fill('')
  const days = { list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' }
  const expectBody = (schema: z.core.$ZodType, data: object, body: object) =>
    expect(
      briefValidatorCompiler({ schema, method: 'POST', url: '/' })({ ...days, ...data }),
    ).toEqual({ error: expect.objectContaining({ body }) })
  const first = (message: unknown) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, message]))
  const counted = { non_field_errors: ['49,900 more problems are not shown.'] }
  const blank = ['This field may not be blank.']
  expectBody(NamedEvents, { ids }, { ids: { ...first(blank), ...counted } })
  const events = ids.map(id => ({ id }))
  expectBody(ReplayRequest, { events }, { events: { ...first({ id: blank }), ...counted } })
  const [some, pattern] = [ids.slice(0, 100), expect.any(Array)]
  const one = ['1 more problem is not shown.']
  expectBody(
    NamedEvents,
    { ids: some, run_id: 'x' },
    { ids: first(pattern), run_id: { non_field_errors: one } },
  )
})

test('errors of the whole request are reported when every field passes', () => {
  const Range = z
    .object({ from: z.string().regex(/^\d$/), to: z.string() })
    .refine(({ from, to }) => from <= to, 'from may not be after to.')
  expect(answerTo(Range, { from: 'x', to: '1' })).toEqual({
    error: expect.objectContaining({
      body: { from: ['This value does not match the required pattern.'] },
    }),
  })
  expect(answerTo(Range, { from: '2', to: '1' })).toEqual({
    error: expect.objectContaining({ body: { non_field_errors: ['from may not be after to.'] } }),
  })
})
