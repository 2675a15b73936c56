const SLOWEST = 10

/** The end of `npm test`: tests and time per level, the slowest tests, and how to run failed ones. */
export function summaryOf(levels: Level[], notRun: string[]): string {
  const tests = levels.flatMap(level => level.tests)
  const failed = tests.filter(({ outcome }) => outcome === 'failed')
  const total = levels.reduce((sum, { ms }) => sum + ms, 0)
  return [
    '',
    ...levels.map(
      ({ name, ok, ms, tests }) =>
        `${name.padEnd(8)} ${ok ? 'passed' : 'FAILED'}  ${duration(ms).padStart(10)}  ${counts(tests)}`,
    ),
    ...notRun.map(name => `${name.padEnd(8)} not run, because of the failure before it`),
    `total            ${duration(total).padStart(10)}`,
    '',
    ...slowest(tests),
    ...failed.flatMap(({ name, command }) => [`Failed: ${name}`, `  ${command}`]),
    ...levels
      .filter(({ ok, tests }) => !ok && !tests.some(({ outcome }) => outcome === 'failed'))
      .map(({ name }) => `Failed: ${name}. Run it again: ${COMMANDS[name] ?? 'npm test'}`),
    ...tests
      .filter(({ outcome }) => outcome === 'skipped')
      .map(({ name, reason }) => `SKIPPED: ${name}${reason === undefined ? '' : `. ${reason}`}`),
    plainCounts(tests),
  ].join('\n')
}

const COMMANDS: Record<string, string> = {
  check: 'npm run check',
  unit: 'npm run test:unit',
  browser: 'npm run test:browser',
  audit: 'npm run audit',
  long: 'npm run test:long',
}

function slowest(tests: TestResult[]): string[] {
  const longest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  if (longest.length === 0) return []
  const lines = longest.map(
    ({ ms, file, name }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${file}: ${name}`,
  )
  return ['The slowest tests:', ...lines, '']
}

function counts(tests: TestResult[]): string {
  return tests.length === 0 ? '' : plainCounts(tests)
}

function plainCounts(tests: TestResult[]): string {
  const count = (outcome: TestResult['outcome']) =>
    tests.filter(test => test.outcome === outcome).length
  const skipped = count('skipped')
  return `${count('passed')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

/** One test of a run, from any test runner. */
export type TestResult = {
  name: string
  /** The file's path, relative to the project's folder. */
  file: string
  outcome: 'passed' | 'failed' | 'skipped'
  ms: number
  /** Why it was skipped, and how to run it. */
  reason?: string
  /** The command that runs only this test. */
  command: string
}

/** A part of `npm test`: the checks, or the tests of one runner. */
export type Level = { name: string; ok: boolean; ms: number; tests: TestResult[] }

/** A quoted shell argument: a regular expression that matches exactly this text. */
export function quotedPattern(text: string): string {
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return `'${pattern.replaceAll("'", "'\\''")}'`
}
