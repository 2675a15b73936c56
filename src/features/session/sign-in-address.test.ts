import { expect, test } from 'vitest'
import { redirectPath, signInCode } from './sign-in-address.ts'

const origin = 'https://redial.example'

test.each(['/', '/failed-calls?from=2026-11-21&to=2026-11-21&page=3&event=42', '/blocklist#group'])(
  '%s leads back to where one was',
  path => {
    expect(redirectPath(path, origin)).toBe(path)
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  'https://evil.example/',
  'https:evil.example',
  'https://redial.example.evil.example/',
  'javascript:alert(1)',
  'failed-calls',
  '',
  '/sign-in?redirect=/sign-in',
  undefined,
  7,
])('%s leads nowhere', value => {
  expect(redirectPath(value, origin)).toBeUndefined()
})

test.each([
  ['#code=abc-123', 'abc-123'],
  ['#x=1&code=abc', 'abc'],
  ['#code=', null],
  ['#abc', null],
  ['', null],
])('the code of %j', (hash, code) => {
  expect(signInCode(hash)).toBe(code)
})
