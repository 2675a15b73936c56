import { expect, test } from 'vitest'
import { errorMessages } from './field-errors.ts'

test('a long story is cut short, and a web page not told at all', () => {
  expect(errorMessages({ detail: ['x'.repeat(600)] })).toHaveLength(501)
  expect(errorMessages('<!doctype html><h1>Server Error</h1>')).toBeNull()
})
