import { expect, test } from 'vitest'
import { errorMessages } from './api-error.ts'

test('shortens a long error text and ignores a web page', () => {
  expect(errorMessages({ detail: ['x'.repeat(600)] })).toHaveLength(501)
  expect(errorMessages('<!doctype html><h1>Server Error</h1>')).toBeNull()
})
