import { HELP, readSettings, UsageError } from './read-settings.ts'
import { reportTable } from './report-table.ts'
import { type Report, type RunOptions, runProbe } from './run-probe.ts'

export type CommandOptions = RunOptions & {
  /** Reports progress and errors. */
  tell: (sentence: string) => void
  /** Prints the requested output. */
  print: (text: string) => void
  /** The width of the output. */
  columns: number
}

/** @returns the exit code, as described in HELP */
export async function command(
  words: string[],
  variables: Record<string, string | undefined>,
  options: CommandOptions,
): Promise<number> {
  const { print, tell, columns } = options
  try {
    const settings = readSettings(words, variables)
    if (settings === null) {
      print(HELP)
      return 0
    }
    const report = await runProbe(settings, options)
    print(settings.asJson ? JSON.stringify(report, null, 2) : reportTable(report, columns))
    if (report.stopped !== null) tell(report.stopped)
    return exitCode(report)
  } catch (error) {
    const isKnown = error instanceof UsageError
    // The message of an unknown error could contain anything, including the token.
    tell(
      isKnown
        ? error.message
        : `The probe broke: ${error instanceof Error ? error.name : 'unknown error'}.`,
    )
    return 2
  }
}

function exitCode({ counts, stopped }: Report): number {
  if (stopped !== null) return 2
  return counts.fails > 0 ? 1 : 0
}
