import { HELP, readSettings, UsageError } from './read-settings.ts'
import { describeReport } from './report.ts'
import { runProbe } from './run-probe.ts'
import { byTheClock, type RunOptions } from './service.ts'

/** Runs the probe with the arguments and the environment, and sets the exit code. */
export async function run(wait = byTheClock): Promise<void> {
  // The reader of the output may have closed it, as with `| head`, but a blocked number must be unblocked.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const tell = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Every time, because npm also forwards a Ctrl+C, and a blocked number must be unblocked first.
    process.on(signal, () => {
      if (!interrupted.signal.aborted) tell('Interrupted: stopping in order …')
      interrupted.abort()
    })
  }
  process.exitCode = await command(process.argv.slice(2), process.env, {
    interrupted: interrupted.signal,
    wait,
    tell,
    print: text => void process.stdout.write(`${text}\n`),
  })
}

export type CommandOptions = RunOptions & {
  /** Reports progress and errors, apart from the output, which can be piped elsewhere. */
  tell: (sentence: string) => void
  /** Prints the requested output. */
  print: (text: string) => void
}

/** @returns the exit code, as described in HELP */
export async function command(
  words: string[],
  variables: Record<string, string | undefined>,
  options: CommandOptions,
): Promise<number> {
  const { print, tell } = options
  try {
    const settings = readSettings(words, variables)
    if (settings === null) {
      print(HELP)
      return 0
    }
    const report = await runProbe(settings, options)
    print(settings.asJson ? JSON.stringify(report, null, 2) : describeReport(report))
    if (report.stopped !== null) {
      tell(report.stopped)
      return 2
    }
    return report.counts.fails > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof UsageError) tell(error.message)
    // The message of an unknown error could contain anything, including the token.
    else tell(`The probe broke: ${error instanceof Error ? error.name : 'unknown error'}.`)
    return 2
  }
}
