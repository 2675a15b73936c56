import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FieldErrors, toFieldErrors, ValidationBody } from '../../contract/errors.ts'
import { listServerErrors, placeServerErrors, type ServerErrorPath } from './server-errors.ts'

describe('listServerErrors', () => {
  it.each<[string, unknown, [message: string, ...ServerErrorPath][]]>([
    ['a field', { context: ['No choice.'] }, [['No choice.', 'context']]],
    [
      'a field with several messages',
      { name: ['Too long.', 'Not unique.'] },
      [
        ['Too long.', 'name'],
        ['Not unique.', 'name'],
      ],
    ],
    ['a nested object', { entity: { name: ['Missing.'] } }, [['Missing.', 'entity', 'name']]],
    ['a nested list by position', { list: [{}, { a: ['Bad.'] }] }, [['Bad.', 'list', 1, 'a']]],
    ['a nested list by index', { list: { 1: { a: ['Bad.'] } } }, [['Bad.', 'list', 1, 'a']]],
    ['an entry as a whole', { list: [{}, { non_field_errors: ['Bad.'] }] }, [['Bad.', 'list', 1]]],
    ['a nested list as a whole', { list: { non_field_errors: ['Empty.'] } }, [['Empty.', 'list']]],
    ['a flat array on a list', { list: ['Too many.'] }, [['Too many.', 'list']]],
    ['a bare array', ['Not now.'], [['Not now.']]],
    ['the whole request', { non_field_errors: ['Not both.'] }, [['Not both.']]],
    ['a message without words', { name: [' '] }, [[expect.any(String), 'name']]],
  ])('reads the errors of %s', (_shape, body, expected) => {
    const errors = listServerErrors(FieldErrors.parse(body))
    expect(errors).toEqual(expected.map(([message, ...path]) => ({ path, message })))
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
  function place(body: unknown, placeOf: (path: ServerErrorPath) => string | undefined) {
    const set: Record<string, string | undefined> = {}
    const above = placeServerErrors(
      (field, error) => {
        set[field] = error.message
      },
      listServerErrors(ValidationBody.parse(body)),
      placeOf,
    )
    return { set, above }
  }

  it('sets every message on its field, and returns the others', () => {
    const { set, above } = place(
      {
        name: ['Too long.', 'Not unique.'],
        numbers: { 2: { phone_number: ['Bad.'] } },
        colour: ['Unknown.'],
        non_field_errors: ['Not both.'],
      },
      path => {
        if (path[0] === 'name') return 'name'
        return path[0] === 'numbers' ? 'numbers.4.value' : undefined
      },
    )
    expect(set).toEqual({
      name: 'Too long. Not unique.',
      'numbers.4.value': 'Bad.',
    })
    expect(above).toEqual(['colour: Unknown.', 'Not both.'])
  })

  it('counts entries from 1', () => {
    const { above } = place({ numbers: [{}, { phone_number: ['Bad.'] }] }, () => undefined)
    expect(above).toEqual(['numbers, entry 2, phone_number: Bad.'])
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
