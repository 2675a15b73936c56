import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Report = z.object({ summary: z.object({ totalCruised: z.int() }) })

test('the import rules check files that are really parsed', () => {
  // Without a TypeScript parser, dependency-cruiser reads no files and finds no problems.
  const report = execFileSync(
    'node_modules/.bin/depcruise',
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'contract'],
    { encoding: 'utf8' },
  )
  expect(Report.parse(JSON.parse(report)).summary.totalCruised).toBeGreaterThan(10)
})
