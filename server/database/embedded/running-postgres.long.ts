// Long: embedded databases are killed and started again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../testing/eventually.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmasterFile } from './running-postgres.ts'
import { query } from './testing/query.ts'
import { startInProcess } from './testing/start-in-process.ts'

/** One database that all tests share, because creating another takes a second. */
const above = testFolder()
const folder = join(above, 'data')
const cluster = () => join(folder, 'postgresql')

/** Fails if a leftover PostgreSQL prevents another from starting, or if data is lost. */
async function expectToStart(warn: () => void = () => {}): Promise<void> {
  const logger = { warn, error: warn }
  const postgres = await startEmbeddedPostgres(folder, { logger })
  expect(await query(postgres.url, 'select what from kept').finally(postgres.close)).toEqual([
    { what: 'all' },
  ])
}

function postmasterId(): number {
  const running = readPostmasterFile(cluster())
  if (running === null) throw new Error('No PostgreSQL runs')
  return running.pid
}

beforeAll(async () => {
  const first = startInProcess(folder)
  const ofFirst = () =>
    existsSync(cluster()) ? readdirSync(cluster()).filter(name => name.startsWith('data')) : []
  await eventually(() => ofFirst().length > 0)
  await first.end('SIGKILL')

  const postgres = await startEmbeddedPostgres(folder)
  await query(postgres.url, "create table kept (what text); insert into kept values ('all')")
  await postgres.close()
})

test('a start that was killed while it created the data leaves nothing behind', () => {
  expect(readdirSync(cluster())).toEqual(['data'])
})

test('a process that closes its PostgreSQL ends', async () => {
  const redial = startInProcess(folder)
  await redial.started()
  expect(await redial.end('SIGTERM')).toBe(0)
  expect(readPostmasterFile(cluster())).toBeNull()
})

test('PostgreSQL stops when its Redial is killed', async () => {
  const redial = startInProcess(folder)
  await redial.started()
  expect(readPostmasterFile(cluster())).not.toBeNull()
  await redial.end('SIGKILL')
  await expect.poll(() => readPostmasterFile(cluster())).toBeNull()
})

test('a start at the moment of the kill succeeds', async () => {
  const redial = startInProcess(folder)
  await redial.started()
  await redial.end('SIGKILL')
  await expectToStart()
})

test("a start succeeds if Redial and PostgreSQL were killed, but not PostgreSQL's other processes", async () => {
  const redial = startInProcess(folder)
  const { url } = await redial.started()
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const { pid } = z.object({ pid: z.number() }).parse(rows[0])
  for (const stopped of [pid, postmasterId()]) process.kill(stopped, 'SIGSTOP')
  await redial.end('SIGKILL')
  process.kill(postmasterId(), 'SIGKILL')
  // It starts as soon as the last of them has ended; the log says that it waits for that.
  await expectToStart(() => process.kill(pid, 'SIGKILL'))
})

test('a start succeeds if another program has the id of a killed PostgreSQL', async () => {
  const redial = startInProcess(folder)
  await redial.started()
  const file = join(cluster(), 'data/postmaster.pid')
  const written = readFileSync(file, 'utf8')
  await redial.end('SIGTERM')
  const other = spawn('cat')
  await once(other, 'spawn')
  writeFileSync(file, written.replace(/^\d+/, String(other.pid)))
  await expectToStart()
  expect(other.exitCode ?? other.signalCode).toBeNull()
  other.stdin.end()
  await once(other, 'exit')
})

test('a start succeeds if the file with the process id was truncated', async () => {
  writeFileSync(join(cluster(), 'data/postmaster.pid'), '')
  await expectToStart()
})
