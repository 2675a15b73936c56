import { expect, it } from 'vitest'
import type { TestResult } from './summary.ts'
import { summaryOf } from './summary.ts'

const test = (name: string, outcome: TestResult['outcome'], reason?: string): TestResult => ({
  name,
  file: 'e2e/main-tasks.test.ts',
  outcome,
  ms: 1_000,
  reason,
  command: `npm run test:browser -- -g '${name}'`,
})

it('the summary says which tests were skipped, why, and how to run them', () => {
  const tests = [
    test('the main tasks in Chromium', 'passed'),
    test('the main tasks in Firefox', 'skipped', 'Firefox is not installed: apt-get install it'),
  ]
  const lines = summaryOf([{ name: 'browser', ok: true, ms: 2_000, tests }], []).split('\n')
  expect(lines).toContain(
    'SKIPPED: the main tasks in Firefox. Firefox is not installed: apt-get install it',
  )
  expect(lines.at(-1)).toBe('1 passed, 0 failed, 1 skipped')
})
