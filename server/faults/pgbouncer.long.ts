// Long: a pooler restarts under load.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../database/embedded/free-port.ts'
import { query } from '../database/embedded/testing/query.ts'
import { eventually } from '../testing/eventually.ts'
import { copyTemplate } from '../testing/postgres.ts'
import { hasTool } from '../testing/requirements.ts'
import { NOTHING_WRONG, startLoad } from './testing/start-load.ts'

const hasPgBouncer = hasTool('pgbouncer')

/** Fewer than the processes have in their pools, so that each transaction may get another connection. */
const SERVER_CONNECTIONS = 8

/** PgBouncer in transaction mode in front of a database; returns the URL that leads through it. */
async function startPgBouncer(database: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(database)
  const folder = mkdtempSync(join(tmpdir(), 'redial-pgbouncer-'))
  chmodSync(folder, 0o755)
  const listen = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 200
query_wait_timeout = 4
`,
  )
  // It refuses to run as root.
  const bouncer: ChildProcess = spawn('pgbouncer', [file], {
    stdio: 'ignore',
    ...(process.geteuid?.() === 0 && { uid: 65534, gid: 65534 }),
  })
  const gone = once(bouncer, 'exit')
  onTestFinished(async () => {
    bouncer.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `postgres://${username}@127.0.0.1:${listen}${pathname}`
  await eventually(() =>
    query(url, 'select 1').then(
      () => true,
      () => false,
    ),
  )
  return url
}

test('two processes behind PgBouncer in transaction mode lose no event and send none twice', async ({
  skip,
}) => {
  skip(!hasPgBouncer, 'pgbouncer is not installed')
  const { url, drop } = await copyTemplate(inject('postgresUrl'))
  onTestFinished(drop)
  const pooled = await startPgBouncer(url)
  const load = await startLoad({
    database: { url: pooled },
    processes: [{}, {}],
  })
  try {
    await load.morePosts(300)
    const sessions = await query(
      url,
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    expect(sessions.length).toBeLessThanOrEqual(SERVER_CONNECTIONS)
    const account = await load.account()
    expect(account).toMatchObject(NOTHING_WRONG)
    expect(account.delivered).toBeGreaterThan(0)
  } finally {
    await load.close()
  }
}, 180_000)
