import { command } from './command.ts'
import { byTheClock } from './service.ts'

/** Where its width isn't known, such as in a file. */
const COLUMNS = 140

/** Probes as the arguments and the environment say, and sets the exit code. */
export async function run(wait = byTheClock): Promise<void> {
  // Whoever reads along may be gone, as with `| head`: what was blocked has to be unblocked all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Each time: npm passes a Ctrl+C on as well, and what was blocked has to be unblocked first.
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

/** What goes on; beside the report, so that it can be piped elsewhere. */
function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
