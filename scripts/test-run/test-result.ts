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
