import { expect, test } from 'vitest'
import { redirectPath } from './redirect-path.ts'

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
