/** One test of a run, whichever runner ran it. */
export type TestResult = {
  name: string
  /** The file's path from the project's folder. */
  file: string
  outcome: 'passed' | 'failed' | 'skipped'
  ms: number
  /** Why it was skipped, and what to do so that it is not. */
  reason?: string
  /** The command that runs this test alone. */
  command: string
}

/** A part of `npm test`: the checks, or the tests of one runner. */
export type Level = { name: string; ok: boolean; ms: number; tests: TestResult[] }

/** As an argument of a shell that is to be taken as a regular expression for this very text. */
export function quotedPattern(text: string): string {
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return `'${pattern.replaceAll("'", "'\\''")}'`
}
