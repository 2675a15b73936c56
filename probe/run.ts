import { command } from './command.ts'
import { byTheClock } from './service.ts'

/** If its width isn't known, such as in a file. */
const COLUMNS = 140

/** Runs the probe with the arguments and the environment, and sets the exit code. */
export async function run(wait = byTheClock): Promise<void> {
  // The reader of the output may have closed it, as with `| head`, but a blocked number must be unblocked.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
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
    columns: process.stdout.columns ?? COLUMNS,
  })
}

/** Progress, apart from the report, so that the report can be piped elsewhere. */
function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
