// Long: a standby takes over under load.
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBackup } from '../backup/create-backup.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { readPostmasterFile } from '../database/embedded/running-postgres.ts'
import { query } from '../database/embedded/testing/query.ts'
import { eventually } from '../testing/eventually.ts'
import { testFolder } from '../testing/test-folder.ts'
import { startLoad } from './testing/start-load.ts'

const above = testFolder({ mode: 0o755 })
const primaryFolder = join(above, 'primary')
const standbyFolder = join(above, 'standby')
const backup = join(above, 'backup')

const COMMON = { max_connections: '100', max_wal_senders: '5' }
/** PostgreSQL is not restarted, as if its machine had failed. */
const NEVER_AGAIN = { restartAfterMs: 2 ** 31 - 1 }

/** A standby's data from a backup. */
function unpackStandby(primary: string): void {
  const data = join(standbyFolder, 'postgresql/data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['xzf', join(backup, 'base.tar.gz'), '-C', data, '--no-same-owner'])
  cpSync(join(backup, 'data-dir'), standbyFolder, { recursive: true })
  writeFileSync(join(data, 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(primary)
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password} application_name=standby'\n`,
  )
}

const cluster = join(standbyFolder, 'postgresql')

function promote(): void {
  writeFileSync(join(cluster, 'data/promote'), '')
  process.kill(readPostmasterFile(cluster)?.pid ?? 0, 'SIGUSR1')
}

test('a failover to a synchronous standby under load loses no report that was accepted', async () => {
  const primary = await startEmbeddedPostgres(primaryFolder, {
    ...NEVER_AGAIN,
    listen: 'loopback',
    settings: COMMON,
  })
  let isPrimaryClosed = false
  const endPrimary = async () => {
    if (isPrimaryClosed) return
    isPrimaryClosed = true
    process.kill(readPostmasterFile(primary.folder)?.pid ?? 0, 'SIGKILL')
    await primary.close()
  }
  onTestFinished(endPrimary)
  await createBackup(primaryFolder, backup)
  unpackStandby(primary.url)
  // Resolves once it accepts writes, which is after its promotion.
  const starting = startEmbeddedPostgres(standbyFolder, {
    listen: 'loopback',
    settings: { ...COMMON, hot_standby: 'off' },
  })
  const replicates = async (state: string) =>
    (await query(primary.url, `select from pg_stat_replication where sync_state = '${state}'`))
      .length > 0
  await eventually(() => replicates('async'))
  await query(primary.url, `alter system set synchronous_standby_names = 'standby'`)
  await query(primary.url, 'select pg_reload_conf()')
  await eventually(() => replicates('sync'))

  const url = new URL(primary.url)
  const load = await startLoad({ database: { url: url.href }, processes: [{}, {}] })
  try {
    await load.morePosts(50)
    load.proxy.cut()
    await endPrimary()
    promote()
    const standby = await starting
    onTestFinished(() => standby.close())
    load.proxy.restore(Number(new URL(standby.url).port))
    await load.moreReports(50)
    await load.morePosts(50)
    await load.reporter.stop()

    const rows = await query(standby.url, 'select id::integer from tracked_call')
    const stored = new Set(rows.map(row => JSON.stringify(row)))
    const accepted = [...load.reporter.accepted.keys()].map(id => JSON.stringify({ id }))
    expect(accepted.length).toBeGreaterThan(100)
    expect(accepted.filter(id => !stored.has(id))).toEqual([])
    // Attempts whose outcome was lost with the primary are made again, until each event is settled.
    await eventually(async () => {
      const waiting = `select from delivery where state = 'waiting'`
      return (await query(standby.url, waiting)).length === 0
    })
  } finally {
    await load.close()
  }
}, 300_000)
