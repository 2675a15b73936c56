// Long: two versions run next to each other under load.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { request } from 'undici'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createToken } from '../service/tokens/tokens.ts'
import { eventually } from '../testing/eventually.ts'
import { copyTemplate } from '../testing/postgres.ts'
import type { RunningRedial } from '../testing/run-redial.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { Poller } from './testing/poller.ts'
import { KEY, PARTNER, startLoad } from './testing/start-load.ts'

/** What the newer version adds: a column, and an index on a table that deliveries and reports change. */
const MIGRATION = `
  '0002-rolling-upgrade': {
    does: 'Adds a column and an index.',
    stopsAll: ['delivery'],
    concurrentIndexes: [{ name: 'delivery_by_tracking_number', on: 'delivery (tracking_number_id)' }],
    up: async db => {
      await sql\`alter table delivery add column note text\`.execute(db)
    },
  },`

const MIN_REPORTS_A_SECOND = 100
/** As behind a load balancer, whose connections are not limited. */
const BEHIND_A_BALANCER = { TRUST_PROXY: '127.0.0.1' }

/** A newer version: this one with a second migration. */
function makeNewerVersion(folder: string): string {
  const newer = join(folder, 'newer')
  for (const part of ['contract', 'server', 'package.json']) {
    cpSync(part, join(newer, part), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(newer, 'node_modules'))
  const migrations = join(newer, 'server/database/migrate.ts')
  const last = "  '0001-tables': tables,"
  const source = readFileSync(migrations, 'utf8')
  expect(source).toContain(last)
  writeFileSync(migrations, source.replace(last, last + MIGRATION))
  return newer
}

/** Stops a process as a load balancer has it stopped: it gets no more once it is not ready. */
async function takeOut(server: RunningRedial, urls: string[]): Promise<void> {
  server.process.kill('SIGTERM')
  await eventually(async () => {
    const ready = await request(`${server.url}/readyz`)
    await ready.body.dump()
    return ready.statusCode === 503
  })
  urls.splice(urls.indexOf(server.url), 1)
  expect(await server.gone).toBe(0)
}

test('two processes are replaced one by one, with 100 reports a second: no request fails, and no event is lost', async () => {
  const folder = folderOfTest()
  const newer = makeNewerVersion(folder)
  const { url, drop } = await copyTemplate(inject('postgresUrl'))
  onTestFinished(drop)
  const load = await startLoad({
    database: { url, straight: true },
    processes: [BEHIND_A_BALANCER, BEHIND_A_BALANCER],
    reportEveryMs: 8,
  })
  onTestFinished(() => load.close())
  const { database, reporter, urls, trackingNumbers } = load
  const partner = await database.db
    .selectFrom('partner')
    .select('id')
    .where('reference', '=', PARTNER)
    .executeTakeFirstOrThrow()
  const label = { label: 'Upgrade', blocklistPermission: false }
  const token = await createToken(database.db, { partnerId: partner.id, ...label })
  const [trackingNumber = ''] = trackingNumbers
  const poller = new Poller({ urls, key: KEY, token, trackingNumber })

  const begun = performance.now()
  await load.moreReports(300)
  for (const before of load.servers.slice()) {
    await takeOut(before, urls)
    // The first of them migrates the tables while the other old one works.
    await load.startAnother(BEHIND_A_BALANCER, newer)
    await load.moreReports(300)
  }
  const seconds = (performance.now() - begun) / 1_000
  expect(reporter.accepted.size / seconds).toBeGreaterThanOrEqual(MIN_REPORTS_A_SECOND)
  await poller.stop()
  const account = await load.account()
  expect(reporter.problems).toEqual([])
  expect([...poller.answers.keys()].sort()).toEqual([
    '/telephony/v1/callers/check/ 200',
    '/v1/call_events_fail/ 200',
  ])
  expect(account).toMatchObject({ lost: 0, waiting: 0, untrue: 0, listedWrongly: 0, otherIds: 0 })
  expect(account.delivered).toBeGreaterThan(500)
  expect(account.failed).toBeGreaterThan(0)
  const { rows } = await sql`
      select note from delivery, pg_index
      where indexrelid = 'delivery_by_tracking_number'::regclass and indisvalid limit 1
    `.execute(database.db)
  expect(rows).toEqual([{ note: null }])
}, 300_000)
