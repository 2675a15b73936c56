import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Report = z.object({ summary: z.object({ totalCruised: z.int() }) })

test('the import rules are held against files that are really read', () => {
  // Without a parser for TypeScript, dependency-cruiser reads nothing and finds nothing wrong.
  const report = execFileSync(
    'node_modules/.bin/depcruise',
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'contract'],
    { encoding: 'utf8' },
  )
  expect(Report.parse(JSON.parse(report)).summary.totalCruised).toBeGreaterThan(10)
})
