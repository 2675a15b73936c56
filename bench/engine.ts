import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../server/database/database.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { createDatabase } from './create-database.ts'
import { fillDeliveries } from './deliveries/fill-deliveries.ts'
import { settingsOnPostgres, TELEPHONY_KEY } from './deliveries/settings.ts'
import { type Receivers, startReceivers } from './deliveries/start-receivers.ts'
import { addReceivers } from './engine/add-receivers.ts'
import { jobsASecond } from './engine/idle-queue.ts'
import { reportCalls } from './engine/reporting.ts'
import { type Bare, bareRound, ourRound, type Round } from './engine/rounds.ts'
import { addWaitingRetries } from './engine/waiting-retries.ts'
import { type Findings, type Measurement, scaled } from './measurement.ts'

const LEAST_PART = 0.5
const RECEIVERS = 50
const PATHS_OF_ONE = 10
const FIRST_NUMBER = 27_210_000_000
/** As many requests as one client has with the gateway at a time. */
const REPORTS_IN_FLIGHT = 20

type Scenario = {
  what: string
  /** How many receivers have their own port, and how many paths each port has. */
  origins: number
  paths: number
  deliveries: number
  /** The bare loop's concurrency for each port. */
  atATimeToOne: number
  processes?: number
  waitingRetries?: number
}

const SCENARIOS: Scenario[] = [
  { what: '1 receiver', origins: 1, paths: 1, deliveries: 20_000, atATimeToOne: 3 },
  {
    what: '10,000 receivers on 1,000 ports',
    origins: scaled(1_000),
    paths: PATHS_OF_ONE,
    deliveries: 40_000,
    atATimeToOne: 1,
  },
  {
    what: '1,000,000 retries that wait',
    origins: RECEIVERS,
    paths: 1,
    deliveries: 40_000,
    atATimeToOne: 3,
    waitingRetries: 1_000_000,
  },
  {
    what: 'two processes',
    origins: RECEIVERS,
    paths: 1,
    deliveries: 60_000,
    atATimeToOne: 3,
    processes: 2,
  },
]

/**
 * Measures deliveries a second on PostgreSQL, compared with the bare loop of `deliveries` against the same
 * receivers: with one receiver, with very many, with very many retries that aren't due, and with two
 * processes. For reference, it also measures accepted reports a second, and the job queue alone.
 */
export async function engine(say: (sentence: string) => void): Promise<Findings> {
  const postgres = await startPostgres()
  try {
    const measurements: Measurement[] = []
    const notes: string[] = []
    for (const [index, scenario] of SCENARIOS.entries()) {
      const found = await inScenario(scenario, say, () =>
        createDatabase(postgres.url, `engine_${index}`),
      )
      measurements.push(...found.measurements)
      notes.push(...found.notes)
    }
    say('reporting calls')
    const accepted = await reports(await createDatabase(postgres.url, 'reports'))
    say('putting empty jobs through pg-boss')
    const jobs = await jobsASecond(await createDatabase(postgres.url, 'idle'), scaled(30_000))
    notes.push(
      `reports of calls accepted a second through the telephony port, ${REPORTS_IN_FLIGHT} at a time, while they are delivered: ${Math.round(accepted)}`,
      `empty jobs a second that pg-boss alone takes in, gives out and completes, 1,000 at a time: ${Math.round(jobs)}`,
    )
    return { measurements, notes }
  } finally {
    await postgres.stop()
  }
}

async function inScenario(
  scenario: Scenario,
  say: (sentence: string) => void,
  database: () => Promise<string>,
): Promise<Findings> {
  const { what, origins, paths, deliveries, atATimeToOne, processes, waitingRetries } = scenario
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-engine-'))
  const receivers = await startReceivers(folder, [
    ...Array.from({ length: origins }, () => 'at once' as const),
    // The receiver that the retries wait for.
    'error',
  ])
  try {
    const due = scaled(deliveries)
    const ports = receivers.origins.slice(0, origins)
    const bare: Bare = { urls: ports.map(port => `${port}/0`), posts: due, atATimeToOne }
    say(`${what}: ${due.toLocaleString('en')} posts of the bare loop`)
    const before = await bareRound(receivers, bare)
    const url = await database()
    if (waitingRetries !== undefined) {
      const count = scaled(waitingRetries)
      say(`${what}: filling ${count.toLocaleString('en')} retries`)
      const origin = receivers.origins[origins] ?? ''
      await addWaitingRetries(url, receivers, { origin, count, dueAfterS: 3_600, receivers: 1_000 })
      await receivers.take()
    }
    say(`${what}: as many deliveries`)
    await fill(url, ports, paths, due)
    const ours = await ourRound(url, receivers, { due, processes })
    say(`${what}: the bare loop once more`)
    const after = await bareRound(receivers, bare)
    return findings(what, due, [before, after], ours)
  } finally {
    await receivers.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(url: string, ports: string[], paths: number, due: number): Promise<void> {
  const database = await openDatabase({ url })
  try {
    const numbers = await addReceivers(database.db, {
      urls: ports.flatMap(port => Array.from({ length: paths }, (_, path) => `${port}/${path}`)),
      partner: 'engine',
      firstNumber: FIRST_NUMBER,
    })
    await fillDeliveries(database, numbers, due)
    await sql`vacuum analyze`.execute(database.longDb)
  } finally {
    await database.close()
  }
}

/** @returns how many reports are accepted a second, while the same process delivers their events */
async function reports(url: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-engine-'))
  const receivers: Receivers = await startReceivers(
    folder,
    Array.from({ length: RECEIVERS }, () => 'at once' as const),
  )
  try {
    const { db, close } = await openDatabase({ url })
    const numbers = await addReceivers(db, {
      urls: receivers.origins.map(origin => `${origin}/0`),
      partner: 'engine',
      firstNumber: FIRST_NUMBER,
    }).finally(close)
    const server = await runRedial(settingsOnPostgres(url, receivers))
    const reporting = {
      url: server.url,
      key: TELEPHONY_KEY,
      trackingNumbers: numbers.map(({ phoneNumber }) => phoneNumber),
      atATime: REPORTS_IN_FLIGHT,
      perSecond: null,
    }
    try {
      await reportCalls({ ...reporting, firstCall: 1, calls: scaled(2_000) })
      const { perSecond } = await reportCalls({
        ...reporting,
        firstCall: 1_000_000,
        calls: scaled(10_000),
      })
      return perSecond
    } finally {
      await server.kill('SIGTERM')
    }
  } finally {
    await receivers.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function findings(what: string, due: number, bare: number[], ours: Round): Findings {
  const part = (ours.postsASecond * bare.length) / bare.reduce((sum, one) => sum + one, 0)
  return {
    measurements: [
      {
        what: `Deliveries a second, of what the bare loop posts: ${what}`,
        measured: `${part.toFixed(2)} times (${due.toLocaleString('en')} each), ${ours.missing} missing`,
        limit: `at least ${LEAST_PART} times, none missing`,
        reached: part >= LEAST_PART && ours.missing === 0,
      },
    ],
    notes: [
      `${what}: ${bare.map(Math.round).join(' and ')} posts a second of the bare loop before and after, ${Math.round(ours.postsASecond)} of the server, ${ours.twice} of them more than once`,
    ],
  }
}
