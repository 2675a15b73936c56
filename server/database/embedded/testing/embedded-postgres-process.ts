import { startEmbeddedPostgres } from '../embedded-postgres.ts'

/*
 * A process that starts the embedded PostgreSQL on a folder with options, both of them arguments,
 * and prints one line of JSON. It stops it at SIGTERM and then has to end by itself.
 */
const [folder = '', options = '{}'] = process.argv.slice(2)
// A test that failed leaves no process behind.
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
