import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { readBrowserTests } from './test-run/read-browser-tests.ts'
import { type Level, quotedPattern, summaryOf, type TestResult } from './test-run/summary.ts'

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

/*
 * `npm test`: what must pass before a change lands. `npm run test:all` (--all): also the long tests.
 * `npm run test:release` (--release): also the audit, and no test may be skipped because something is
 * not installed. It ends at the first level that fails.
 * It always prints how many tests ran, which took longest, and how to run a failed one again.
 */
const isRelease = process.argv.includes('--release')
const isAll = isRelease || process.argv.includes('--all')
const folder = mkdtempSync(join(tmpdir(), 'redial-test-run-'))
const unitReport = join(folder, 'unit.json')
const browserReport = join(folder, 'browser.json')

const LEVELS = [
  { name: 'check', command: ['run', 'check'], read: () => [] },
  {
    name: 'unit',
    command: [
      ...['run', 'test:unit', '--', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${unitReport}`,
    ],
    read: () => readUnitTests(unitReport),
  },
  {
    name: 'browser',
    command: ['run', 'test:browser', '--', '--project=quick', '--reporter=list,json'],
    read: () => readBrowserTests(browserReport),
  },
  ...(isRelease ? [{ name: 'audit', command: ['run', 'audit'], read: () => [] }] : []),
  ...(isAll ? [{ name: 'long', command: ['run', 'test:long'], read: () => [] }] : []),
]

const done: Level[] = []
for (const { name, command, read } of LEVELS) {
  const begun = performance.now()
  const { status } = spawnSync('npm', command, {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(isRelease && { REQUIRE_ALL_TOOLS: '1', REQUIRE_ALL_BROWSERS: '1' }),
      PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
    },
  })
  done.push({ name, ok: status === 0, ms: performance.now() - begun, tests: read() })
  if (status !== 0) break
}
rmSync(folder, { recursive: true, force: true })
const notRun = LEVELS.slice(done.length).map(({ name }) => name)
console.log(summaryOf(done, notRun))
if (!isAll) console.log('The long tests (*.long.ts) were left out: "npm run test:all" runs them.')
process.exitCode = done.every(({ ok }) => ok) ? 0 : 1

/** What Vitest wrote into its report; empty if there is no report. */
function readUnitTests(report: string): TestResult[] {
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
