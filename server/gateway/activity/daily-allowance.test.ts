import { expect, test } from 'vitest'
import { DailyAllowance } from './activity-log.ts'

test('each account has its own allowance per day', () => {
  let now = Date.now()
  const allowance = new DailyAllowance(3, () => now)
  expect(allowance.take('acme', 2)).toBe(true)
  expect(allowance.take('acme', 2)).toBe(false)
  expect(allowance.take('acme', 1)).toBe(true)
  expect(allowance.take('other', 3)).toBe(true)
  now += 24 * 60 * 60 * 1_000 + 1
  expect(allowance.take('acme', 3)).toBe(true)
})
