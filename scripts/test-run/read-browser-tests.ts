import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { quotedPattern, type TestResult } from './summary.ts'

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(z.object({ duration: z.number() })),
    }),
  ),
})

const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})

const Report = z.object({ suites: z.array(Suite) })

const OUTCOMES = {
  expected: 'passed',
  unexpected: 'failed',
  // It failed at least once.
  flaky: 'failed',
  skipped: 'skipped',
} as const

/** What Playwright wrote into its report; empty if there is no report. */
export function readBrowserTests(report: string): TestResult[] {
  if (!existsSync(report)) return []
  const { suites } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  return suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests.map(({ status, results, annotations }) => ({
      name: title,
      file: `e2e/${file}`,
      outcome: OUTCOMES[status],
      reason: annotations.find(({ type }) => type === 'skip')?.description,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      command: `npm run test:browser -- e2e/${file}:${line} -g ${quotedPattern(title)}`,
    })),
  )
}

function specsOf({ specs, suites = [] }: z.infer<typeof Suite>): z.infer<typeof Spec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
