import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import { quotedPattern, type TestResult } from './test-result.ts'

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
        }),
      ),
    }),
  ),
})

/** What Vitest wrote into its report; empty if there is no report. */
export function readUnitTests(report: string): TestResult[] {
  if (!existsSync(report)) return []
  const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  return testResults.flatMap(({ name, assertionResults }) => {
    const file = relative(process.cwd(), name)
    return assertionResults.map(({ fullName, status, duration }) => ({
      name: fullName,
      file,
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
      ms: duration ?? 0,
      command: `npm run test:unit -- ${file} -t ${quotedPattern(fullName)}`,
    }))
  })
}
