import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SLOW_BROWSER_TESTS, SLOW_UNIT_TESTS } from './slow-tests.ts'

it('every slow test file exists, and is named once', () => {
  const files = [...SLOW_UNIT_TESTS, ...SLOW_BROWSER_TESTS]
  expect(files.filter(file => !existsSync(file))).toEqual([])
  expect(new Set(files).size).toBe(files.length)
})
