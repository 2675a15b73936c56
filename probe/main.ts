import { HELP, readSettings, UsageError } from './read-settings.ts'
import { reportTable } from './report-table.ts'
import { type Report, runProbe } from './run-probe.ts'

/** Where its width isn't known, such as in a file. */
const COLUMNS = 140

/** @returns the exit code, as HELP tells */
async function main(): Promise<number> {
  const settings = readSettings(process.argv.slice(2), process.env)
  if (settings === null) {
    print(HELP)
    return 0
  }
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Each time: npm passes a Ctrl+C on as well, and what was blocked has to be unblocked first.
    process.on(signal, () => {
      if (!interrupted.signal.aborted) tell('Interrupted: stopping in order …')
      interrupted.abort()
    })
  }
  const report = await runProbe(settings, { interrupted: interrupted.signal, tell })
  print(
    settings.asJson
      ? JSON.stringify(report, null, 2)
      : reportTable(report, process.stdout.columns ?? COLUMNS),
  )
  if (report.stopped !== null) tell(report.stopped)
  return exitCode(report)
}

function exitCode({ counts, stopped }: Report): number {
  if (stopped !== null) return 2
  return counts.fails > 0 ? 1 : 0
}

/** What goes on; beside the report, so that it can be piped elsewhere. */
function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

// Whoever reads along may be gone, as with `| head`: what was blocked has to be unblocked all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

try {
  process.exitCode = await main()
} catch (error) {
  const isKnown = error instanceof UsageError
  // An unknown error's message could hold anything, the token included.
  tell(
    isKnown
      ? error.message
      : `The probe broke: ${error instanceof Error ? error.name : 'unknown error'}.`,
  )
  process.exitCode = 2
}
