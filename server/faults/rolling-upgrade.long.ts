import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { request } from 'undici'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { letMigrationsRun } from '../database/testing/load-version.ts'
import { tokenHash } from '../service/tokens/tokens.ts'
import { accountFor } from '../testing/account-for.ts'
import { eventually } from '../testing/eventually.ts'
import { execute } from '../testing/postgres.ts'
import { Reporter } from '../testing/reporter.ts'
import { hasMet } from '../testing/requirements.ts'
import { type RunningRedial, runRedial } from '../testing/run-redial.ts'
import { startNotingReceivers } from './testing/noting-receivers.ts'
import { Poller } from './testing/poller.ts'

/** Versions whose processes run while the new one migrates. */
const VERSIONS = [
  // The one before migrations ran one by one. It adds deliveries in a way that partitions don't allow, so
  // their migration waits.
  { before: 'b32f46e', kind: 'r' },
  // The one before deliveries were partitioned, a week after its own start.
  { before: '0b9f5a0', kind: 'p' },
  // The one before replays kept the company of their event.
  { before: '778b03a', kind: 'p' },
]

const KEY = 'the-key-of-the-rolling-upgrade-of-enough-characters'
const TOKEN = 'f'.repeat(40)
/** Each reports 40 calls a second. */
const REPORTERS = 3
const MIN_REPORTS_A_SECOND = 100
const CALLS_OF_A_REPORTER = 1_000_000

function isInHistory(version: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${version}^{commit}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The source of a previous version, with the packages of this one. */
function checkOut(version: string, folder: string): string {
  const old = join(folder, 'before')
  mkdirSync(old)
  const archive = execFileSync('git', ['archive', version], { maxBuffer: 2 ** 28 })
  execFileSync('tar', ['xf', '-', '-C', old], { input: archive })
  symlinkSync(resolve('node_modules'), join(old, 'node_modules'))
  return old
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

test.for(VERSIONS)(
  'two processes of $before are replaced one by one, with 100 reports a second: no request fails, and no event is lost',
  {
    timeout: 300_000,
  },
  async ({ before: version, kind }, { skip }) => {
    const reason = `The history has no ${version}: run "git fetch --unshallow"`
    skip(!hasMet(isInHistory(version), reason), reason)
    const folder = mkdtempSync(join(tmpdir(), 'redial-upgrade-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = inject('postgresUrl')
    const name = `upgrade_${process.pid}_${version}`
    await execute(server, `create database ${name}`)
    onTestFinished(() => execute(server, `drop database ${name} with (force)`))
    const url = `${server}${name}`
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
    const old = checkOut(version, folder)
    const before = [
      await runRedial(settings, undefined, old),
      await runRedial(settings, undefined, old),
    ]
    const after: RunningRedial[] = []
    onTestFinished(async () => {
      await Promise.all([...before, ...after].map(one => one.kill('SIGKILL')))
    })
    const trackingNumbers = await addNumbers(url, receivers.origins)
    if (kind === 'p') await letMigrationsRun(url)
    const urls = before.map(one => one.url)
    const begun = performance.now()
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
      const started = await runRedial(settings)
      after.push(started)
      urls.push(started.url)
      await moreReports(300)
    }
    await Promise.all([poller.stop(), ...reporters.map(reporter => reporter.stop())])
    const seconds = (performance.now() - begun) / 1_000
    expect(accepted().size / seconds).toBeGreaterThanOrEqual(MIN_REPORTS_A_SECOND)
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
    const { rows } =
      await sql`select relkind from pg_class where oid = 'delivery'::regclass`.execute(database.db)
    expect(rows).toEqual([{ relkind: kind }])
    const account = await accountFor(database, accepted(), receivers.posts, 'upgrade')
    expect(account).toMatchObject({ lost: 0, waiting: 0, untrue: 0, listedWrongly: 0, otherIds: 0 })
    expect(account.delivered).toBeGreaterThan(500)
    expect(account.failed).toBeGreaterThan(0)
  },
)
