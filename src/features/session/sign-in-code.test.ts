import { expect, test } from 'vitest'
import { signInCode } from './sign-in-code.ts'

test.each([
  ['#code=abc-123', 'abc-123'],
  ['#x=1&code=abc', 'abc'],
  ['#code=', null],
  ['#abc', null],
  ['', null],
])('the code of %j', (hash, code) => {
  expect(signInCode(hash)).toBe(code)
})
