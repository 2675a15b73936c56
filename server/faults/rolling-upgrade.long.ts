// Long: two versions run next to each other under load.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { tokenHash } from '../service/tokens/tokens.ts'
import { accountFor } from '../testing/account-for.ts'
import { createEmptyDatabase } from '../testing/empty-database.ts'
import { eventually } from '../testing/eventually.ts'
import { Reporter } from '../testing/reporter.ts'
import { type RunningRedial, runRedial } from '../testing/run-redial.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { startNotingReceivers } from './testing/noting-receivers.ts'
import { Poller } from './testing/poller.ts'

/** What the newer version adds: a column of a table that deliveries and reports change. */
const MIGRATION = `
  '9999-rolling-upgrade': {
    does: 'Adds a column.',
    stopsAll: ['delivery'],
    up: async db => {
      await sql\`alter table delivery add column note text\`.execute(db)
    },
  },`

const KEY = 'the-key-of-the-rolling-upgrade-of-enough-characters'
const TOKEN = 'f'.repeat(40)
/** Each reports 40 calls a second, if the machine is fast enough. */
const REPORTERS = 3
const CALLS_OF_A_REPORTER = 1_000_000

/** A newer version: this one with a further migration. */
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

/** A partner with a token, and a tracking number for each receiver. */
async function addNumbers(url: string, origins: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    insert into partner (reference, name) values ('upgrade', 'Upgrade');
    insert into company (partner_id, reference, name) select id, 'C-1', 'Motors' from partner`)
  await client.query(
    `insert into api_token (partner_id, label, token_hash, blocklist_permission)
      select id, 'Upgrade', $1, false from partner`,
    [tokenHash(TOKEN)],
  )
  const numbers = origins.map((origin, index) => ({
    origin,
    number: String(27_105_550_000 + index),
  }))
  for (const { origin, number } of numbers) {
    await client.query(
      `insert into tracking_number (partner_id, company_id, phone_number, call_term_callbacks,
          mcs_call_term_callbacks, missed_call_saver)
        select partner_id, id, $1, $2, $3, true from company`,
      [number, `${origin}/call_termination`, `${origin}/missed_call_saver`],
    )
  }
  await client.end()
  return numbers.map(({ number }) => number)
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

test('two processes are replaced one by one under load: no request fails, and no event is lost', async () => {
  const folder = folderOfTest()
  const url = await createEmptyDatabase()
  const receivers = await startNotingReceivers()
  onTestFinished(async () => void (await receivers.close()))
  writeFileSync(join(folder, 'authority.pem'), receivers.authority)
  const settings = {
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret for upgrades, of enough characters',
    TELEPHONY_KEY: KEY,
    RETRY_SCHEDULE: '1s,1s,1s',
    RECEIVER_CA_FILE: join(folder, 'authority.pem'),
    RECEIVER_EXCEPTIONS: receivers.exceptions.join(','),
    LOG_LEVEL: 'fatal',
    // As behind a load balancer, whose connections are not limited.
    TRUST_PROXY: '127.0.0.1',
    PORT: '0',
  }
  const newer = makeNewerVersion(folder)
  const before = [await runRedial(settings), await runRedial(settings)]
  const after: RunningRedial[] = []
  onTestFinished(async () => {
    await Promise.all([...before, ...after].map(one => one.kill('SIGKILL')))
  })
  const trackingNumbers = await addNumbers(url, receivers.origins)
  const urls = before.map(one => one.url)
  const reporters = Array.from(
    { length: REPORTERS },
    (_, index) =>
      new Reporter({ urls, key: KEY, trackingNumbers, after: index * CALLS_OF_A_REPORTER }),
  )
  const [trackingNumber = ''] = trackingNumbers
  const poller = new Poller({ urls, key: KEY, token: TOKEN, trackingNumber })
  const accepted = () => new Map(reporters.flatMap(({ accepted }) => [...accepted]))
  const moreReports = async (count: number) => {
    const enough = accepted().size + count
    await eventually(() => accepted().size >= enough)
  }

  await moreReports(300)
  for (const one of before) {
    await takeOut(one, urls)
    // The first of them migrates the tables while the other old one works.
    const started = await runRedial(settings, undefined, newer)
    after.push(started)
    urls.push(started.url)
    await moreReports(300)
  }
  await Promise.all([poller.stop(), ...reporters.map(reporter => reporter.stop())])
  expect(reporters.flatMap(({ problems }) => problems)).toEqual([])
  expect([...poller.answers.keys()].sort()).toEqual([
    '/telephony/v1/callers/check/ 200',
    '/v1/call_events_fail/ 200',
  ])

  const database = await openDatabase({ url })
  onTestFinished(() => database.close())
  await eventually(async () => {
    const waiting = database.db.selectFrom('delivery').select('id').where('state', '=', 'waiting')
    return (await waiting.execute()).length === 0
  })
  const { rows } = await sql`select note from delivery limit 1`.execute(database.db)
  expect(rows).toEqual([{ note: null }])
  const account = await accountFor(database, accepted(), receivers.posts, 'upgrade')
  expect(account).toMatchObject({ lost: 0, waiting: 0, untrue: 0, listedWrongly: 0, otherIds: 0 })
  expect(account.delivered).toBeGreaterThan(500)
  expect(account.failed).toBeGreaterThan(0)
}, 300_000)
