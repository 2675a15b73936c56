import { startEmbeddedPostgres } from '../embedded-postgres.ts'

/*
 * A process that starts the embedded PostgreSQL on a folder with options, both given as arguments,
 * and prints one line of JSON. At SIGTERM it stops PostgreSQL and then has to end on its own.
 */
const [folder = '', options = '{}'] = process.argv.slice(2)
// A failed test leaves no process behind.
process.stdin.on('end', () => process.exit(1)).resume()
process.stdin.unref()
try {
  const postgres = await startEmbeddedPostgres(folder, JSON.parse(options))
  process.once('SIGTERM', () => void postgres.close())
  process.stdout.write(`${JSON.stringify(postgres)}\n`)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`)
  process.exitCode = 1
}
