import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../database/database.ts'
import { urlOfRunningPostgres } from '../../database/embedded/embedded-postgres.ts'
import { type Account, accountFor } from '../../testing/account-for.ts'
import { eventually } from '../../testing/eventually.ts'
import { startTcpProxy } from '../../testing/peers/tcp-proxy.ts'
import { Reporter } from '../../testing/reporter.ts'
import { addRow } from '../../testing/rows.ts'
import { runRedial } from '../../testing/run-redial.ts'
import { JSON_BODY } from '../../testing/test-gateway.ts'
import { type NotedPost, startNotingReceivers } from './noting-receivers.ts'

const KEY = 'the-key-of-the-fault-suite-of-enough-characters'
const PARTNER = 'faults'
const RETRY_MS = 1_000
/** For the first attempt and three retries. */
const ATTEMPTS = 4

type LoadOptions = {
  /** A database of a PostgreSQL, which the processes reach through `proxy`; or DATA_DIR. */
  database: { url: string } | { folder: string }
  /** Settings of each process in addition to the common ones. */
  processes: Record<string, string>[]
}

/**
 * Everything is 0 except `delivered` and `failed`, unless the documentation of a fault says otherwise.
 */
export type FullAccount = Account & {
  /** Attempts beyond the ones that the answers and the schedule require. */
  attemptsTooMany: number
  /** Retries that began sooner after the previous answer than the schedule allows. */
  retriesTooEarly: number
  /** Events with either of these. */
  twice: number[]
}

/** What every summary has to contain, however many events were delivered or listed. */
export const NOTHING_WRONG = {
  lost: 0,
  waiting: 0,
  untrue: 0,
  listedWrongly: 0,
  otherIds: 0,
  attemptsTooMany: 0,
  retriesTooEarly: 0,
}

/**
 * Real processes of Redial under load: calls are reported to all of them without a pause, and
 * receivers that answer in different ways get the events.
 */
export async function startLoad({ database: location, processes }: LoadOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'redial-faults-'))
  const receivers = await startNotingReceivers()
  writeFileSync(join(folder, 'authority.pem'), receivers.authority)
  const proxy = await startTcpProxy('url' in location ? Number(new URL(location.url).port) : 0)
  const settings = {
    ...settingsOf(location, proxy.port),
    TELEPHONY_KEY: KEY,
    RETRY_SCHEDULE: '1s,1s,1s',
    RECEIVER_CA_FILE: join(folder, 'authority.pem'),
    RECEIVER_EXCEPTIONS: receivers.exceptions.join(','),
    LOG_LEVEL: 'fatal',
  }
  // If they all started at once on a new database, they would all create its tables.
  const early = 'url' in location ? await openDatabase(location) : null
  const servers = await Promise.all(
    processes.map(own => runRedial({ ...settings, PORT: '0', ...own })),
  )
  const urls = servers.map(server => server.url)
  const database = early ?? (await openDatabase({ url: urlOfEmbedded(location) }))
  const trackingNumbers = await addNumbers(database, receivers.origins)
  const reporter = new Reporter({ urls, key: KEY, trackingNumbers })
  const { posts } = receivers
  const open = () =>
    database.db
      .selectFrom('delivery')
      .select(['id', 'attempts'])
      .where('state', '=', 'waiting')
      .execute()
  return {
    database,
    proxy,
    servers,
    /** The processes that get reports: each in turn. */
    urls,
    reporter,
    posts,
    /** Kills a process and restarts it on the same port. Calls `killed` in between. */
    async restart(index: number, killed: () => Promise<unknown> = async () => {}): Promise<void> {
      await servers[index]?.kill('SIGKILL')
      await killed()
      const PORT = new URL(urls[index] ?? '').port
      servers[index] = await runRedial({ ...settings, ...processes[index], PORT })
    },
    /** Starts another process, by default of this version. @param cwd the folder of another version */
    async start(cwd?: string): Promise<void> {
      const server = await runRedial({ ...settings, PORT: '0' }, undefined, cwd)
      servers.push(server)
      urls.push(server.url)
    },
    /** Sends a request of the telephone switch to one of the processes in turn, by default a GET. */
    askSwitch: (turn: number, path: string, body?: object) =>
      fetch(`${urls[turn % urls.length]}/telephony/v1/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...JSON_BODY, authorization: `Bearer ${KEY}` },
        body: body && JSON.stringify(body),
      }),
    /** The events that wait for an attempt. */
    waiting: async () => (await open()).map(({ id }) => id),
    /** The events with a post whose outcome isn't in the database yet. */
    async unrecorded(): Promise<number[]> {
      const counted = Map.groupBy(posts, ({ id }) => id)
      return (await open())
        .filter(({ id, attempts }) => (counted.get(id)?.length ?? 0) > attempts)
        .map(({ id }) => id)
    },
    /** Resolves when the receivers have got this many more posts than now. */
    morePosts(count: number): Promise<void> {
      const enough = posts.length + count
      return eventually(() => posts.length >= enough)
    },
    /** Resolves when this many more reports than now were accepted. */
    moreReports(count: number): Promise<void> {
      const enough = reporter.accepted.size + count
      return eventually(() => reporter.accepted.size >= enough)
    },
    /** Ends the load, waits until every event is delivered or listed, and returns the summary. */
    async account(): Promise<FullAccount> {
      await reporter.stop()
      await eventually(async () => (await open()).length === 0)
      const account = await accountFor(database, reporter.accepted, posts, PARTNER)
      return { ...account, ...attemptsOf(posts) }
    },
    async close(): Promise<void> {
      // A frozen process accepts only this signal.
      await Promise.all(servers.map(server => server.kill('SIGKILL')))
      await proxy.close()
      await receivers.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function settingsOf(location: LoadOptions['database'], port: number): Record<string, string> {
  if ('folder' in location) return { DATA_DIR: location.folder }
  const url = new URL(location.url)
  url.port = String(port)
  return { DATABASE_URL: url.href, SESSION_SECRET: 'a secret for faults, of enough characters' }
}

function urlOfEmbedded(location: LoadOptions['database']): string {
  return 'folder' in location ? urlOfRunningPostgres(location.folder) : location.url
}

/**
 * The posts that an event should have had: one more after each failure, until one succeeded or all
 * were made.
 */
function attemptsOf(posts: NotedPost[]) {
  let attemptsTooMany = 0
  let retriesTooEarly = 0
  const twice = new Set<number>()
  for (const [id, all] of Map.groupBy(posts, post => post.id)) {
    const firstOk = all.findIndex(({ ok }) => ok)
    const needed = firstOk === -1 ? ATTEMPTS : firstOk + 1
    const tooMany = Math.max(0, all.length - needed)
    const tooEarly = all.filter(({ at }, index) => {
      const before = index === 0 ? null : all[index - 1]
      return before != null && !before.ok && at < (before.answeredAt ?? before.at) + RETRY_MS
    }).length
    if (tooMany + tooEarly > 0) twice.add(id)
    attemptsTooMany += tooMany
    retriesTooEarly += tooEarly
  }
  return { attemptsTooMany, retriesTooEarly, twice: [...twice] }
}

/** A tracking number for each receiver, whose path is the event's name. */
async function addNumbers({ db }: Database, origins: string[]): Promise<string[]> {
  const { id: partner_id } = await addRow(db, 'partner', { reference: PARTNER, name: 'Faults' })
  const { id: company_id } = await addRow(db, 'company', {
    partner_id,
    reference: 'fault-motors',
    name: 'Fault Motors',
  })
  const numbers = await db
    .insertInto('tracking_number')
    .values(
      origins.map((origin, index) => ({
        partner_id,
        company_id,
        phone_number: String(27_105_550_000 + index),
        call_term_callbacks: `${origin}/call_termination`,
        mcs_call_term_callbacks: `${origin}/missed_call_saver`,
        missed_call_saver: true,
      })),
    )
    .returning('phone_number')
    .execute()
  return numbers.map(({ phone_number }) => phone_number)
}
