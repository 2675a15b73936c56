import { expect, test } from 'vitest'
import { STANDARD_FIELDS } from '../../../contract/fields/field-map.ts'
import { fieldChoices } from './field-form.tsx'

test('the choices are the fields of all attempts', () => {
  const attempts = [{ error: 'refused' }, { status: 500 }, { status: 500 }, { status: 500 }]
  expect(fieldChoices([{ attempts }], STANDARD_FIELDS).attempt).toEqual([
    { path: 'error', example: 'refused' },
    { path: 'status', example: '500' },
  ])
})
