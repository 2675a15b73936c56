import { expect, test } from 'vitest'
import { NumbersAllowance } from './numbers-allowance.ts'

test('repeating a change cannot fill the disk: an account keeps so many numbers a day', () => {
  let now = 0
  const allowance = new NumbersAllowance(3, () => now)
  expect(allowance.take('acme', ['1', '2'])).toEqual(['1', '2'])
  expect(allowance.take('acme', ['1', '2'])).toBeNull()
  expect(allowance.take('acme', ['3'])).toEqual(['3'])
  expect(allowance.take('other', ['1', '2', '3'])).toEqual(['1', '2', '3'])
  now = 24 * 60 * 60 * 1_000
  expect(allowance.take('acme', ['1', '2'])).toEqual(['1', '2'])
})
