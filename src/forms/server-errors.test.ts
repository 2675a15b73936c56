import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FieldErrors, ValidationBody } from '../../contract/errors.ts'
import { toFieldErrors } from '../api/api-error.ts'
import { listServerErrors, placeServerErrors, type ServerErrorPath } from './server-errors.ts'

describe('listServerErrors', () => {
  it.each<[string, unknown, { path: ServerErrorPath; message: string }[]]>([
    [
      'a field',
      { entity_context_name: ['"foo" is not a valid choice.'] },
      [{ path: ['entity_context_name'], message: '"foo" is not a valid choice.' }],
    ],
    [
      'a field with several messages',
      { name: ['Too long.', 'Not unique.'] },
      [
        { path: ['name'], message: 'Too long.' },
        { path: ['name'], message: 'Not unique.' },
      ],
    ],
    [
      'a nested object',
      { entity: { reference: ['This field is required.'] } },
      [{ path: ['entity', 'reference'], message: 'This field is required.' }],
    ],
    [
      'a nested list by position',
      { blocked_phone_number_list: [{}, { phone_number: ['Bad.'] }] },
      [{ path: ['blocked_phone_number_list', 1, 'phone_number'], message: 'Bad.' }],
    ],
    [
      'a nested list by index',
      { blocked_phone_number_list: { 1: { phone_number: ['Bad.'] } } },
      [{ path: ['blocked_phone_number_list', 1, 'phone_number'], message: 'Bad.' }],
    ],
    [
      'an entry as a whole',
      { blocked_phone_number_list: [{}, { non_field_errors: ['Bad.'] }] },
      [{ path: ['blocked_phone_number_list', 1], message: 'Bad.' }],
    ],
    [
      'a nested list as a whole',
      { blocked_phone_number_list: { non_field_errors: ['This list may not be empty.'] } },
      [{ path: ['blocked_phone_number_list'], message: 'This list may not be empty.' }],
    ],
    [
      'a flat array on a list',
      { blocked_phone_number_list: ['Too many.'] },
      [{ path: ['blocked_phone_number_list'], message: 'Too many.' }],
    ],
    ['a bare array', ['Not now.'], [{ path: [], message: 'Not now.' }]],
    [
      'the whole request',
      { non_field_errors: ['Not both.'] },
      [{ path: [], message: 'Not both.' }],
    ],
    ['a message without words', { name: [' '] }, [{ path: ['name'], message: expect.any(String) }]],
  ])('reads the errors of %s', (_shape, body, expected) => {
    const errors = listServerErrors(FieldErrors.parse(body))
    expect(errors).toEqual(expected)
    expect(errors.every(error => error.message.trim() !== '')).toBe(true)
  })

  it('drops no message at any depth', () => {
    const message = fc.stringMatching(/^[a-z]{3,8}$/)
    const { errors } = fc.letrec<{ errors: FieldErrors }>(tie => ({
      errors: fc.oneof(
        { depthSize: 'small' },
        message,
        fc.array(message),
        fc.array(tie('errors')),
        fc.dictionary(fc.constantFrom('0', '7', 'entity', 'non_field_errors'), tie('errors')),
      ),
    }))
    fc.assert(
      fc.property(errors, body => {
        const said = JSON.stringify(body).match(/"[a-z]{3,8}"(?!:)/g) ?? []
        expect(listServerErrors(body).map(error => `"${error.message}"`)).toEqual(said)
      }),
    )
  })
})

describe('placeServerErrors', () => {
  function place(body: unknown, getPlaces: (path: ServerErrorPath) => string[]) {
    const set: Record<string, string | undefined> = {}
    placeServerErrors(
      (field, error) => {
        set[field] = error.message
      },
      listServerErrors(ValidationBody.parse(body)),
      getPlaces,
    )
    return set
  }

  it('sets every message on its field, and the others above the form', () => {
    const set = place(
      {
        name: ['Too long.', 'Not unique.'],
        numbers: { 2: { phone_number: ['Bad.'] } },
        colour: ['Unknown.'],
        non_field_errors: ['Not both.'],
      },
      path => {
        if (path[0] === 'name') return ['name']
        return path[0] === 'numbers' ? ['numbers.4.value', 'numbers.6.value'] : []
      },
    )
    expect(set).toEqual({
      name: 'Too long. Not unique.',
      'numbers.4.value': 'Bad.',
      'numbers.6.value': 'Bad.',
      'root.server': 'colour: Unknown.\nNot both.',
    })
  })

  it('counts entries from 1', () => {
    expect(place({ numbers: [{}, { phone_number: ['Bad.'] }] }, () => [])).toEqual({
      'root.server': 'numbers, entry 2, phone_number: Bad.',
    })
  })
})

describe('any refusal of a service', () => {
  it('shows each text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), body => {
        const messages = listServerErrors(toFieldErrors(body)).map(({ message }) => message)
        JSON.stringify(body, (_name, value: unknown) => {
          if (typeof value === 'string' && value.trim() !== '') {
            expect(messages).toContain(value.trim())
          }
          return value
        })
      }),
    )
  })
})
