import { afterEach, expect, test, vi } from 'vitest'
import { hasMet, hasTool } from './requirements.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a missing tool skips a test', () => {
  vi.stubEnv('REQUIRE_ALL_TOOLS', '')
  expect(hasTool('no-such-tool-of-redial')).toBe(false)
  expect(hasTool(process.execPath)).toBe(true)
  expect(hasMet(false, 'Only root can run this test')).toBe(false)
})

test('a missing tool fails a test before a release, and the message says what to install', () => {
  vi.stubEnv('REQUIRE_ALL_TOOLS', '1')
  expect(() => hasTool('no-such-tool-of-redial')).toThrow(
    'no-such-tool-of-redial is not installed. scripts/install-tools.sh installs',
  )
  expect(hasTool(process.execPath)).toBe(true)
  expect(() => hasMet(false, 'Only root can run this test')).toThrow('Only root')
})
