import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { PRODUCTION_TIMINGS } from '../server/config/timings.ts'
import { type Database, openDatabase } from '../server/database/database.ts'
import { startJobQueue } from '../server/database/job-queue.ts'
import { RETENTION_QUEUE } from '../server/retention/start-retention.ts'
import { type RunningRedial, runRedial } from '../server/testing/run-redial.ts'
import { addNumbersTo } from './deliveries/fill-deliveries.ts'
import type { Post } from './deliveries/receivers-messages.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import type { Receivers } from './deliveries/start-receivers.ts'
import { receiversThatAnswer, withReceivers } from './deliveries/with-receivers.ts'
import { reportCalls } from './engine/reporting.ts'
import { type Findings, median, percentile, scaled } from './measurement.ts'
import { fillYear } from './retention/fill-year.ts'

const RECEIVERS = 50
const DELIVERIES = 3_000_000
const PER_SECOND = 100
const SECONDS = 15
/** How long after an error the server tries again: the shortest delay of bench/schedule.ts. */
const RETRY_MS = 20_000
/** The last retry. */
const GRACE_MS = RETRY_MS + 3_000
/** As without removal (bench/latency.ts). */
const TAIL_MS = 500
/** A first attempt has no delay, so it can't be late by a tenth (bench/schedule.ts). */
const FIRST_LIMIT_MS = 2_000
const LATE_PART = 0.1
const FIRST_CALL = 1_000_000_000
const GIVE_UP_MS = 900_000
/** The filled year begins 360 days ago, so the job removes 70 days. */
const KEPT_DAYS = '290'

const RETENTION = {
  DELIVERY_RETENTION: KEPT_DAYS,
  FAILED_EVENT_RETENTION: KEPT_DAYS,
  CALL_RETENTION: KEPT_DAYS,
  // The log says when the job is done.
  LOG_LEVEL: 'info',
}

/**
 * Measures how long events wait while the real server's nightly job removes old rows, at a steady rate
 * of reports. One of ten calls needs a retry.
 */
export function retention(say: (sentence: string) => void): Promise<Findings> {
  return withReceivers(
    receiversThatAnswer('an error first, for every tenth call', RECEIVERS),
    async ({ receivers, createDatabase }) => {
      const url = await createDatabase()
      const database = await openDatabase({ url })
      try {
        await fillYear(database, scaled(DELIVERIES), say)
        return await whileRemoving(url, database, receivers, say)
      } finally {
        await database.close()
      }
    },
    { shared_buffers: '1GB', max_wal_size: '4GB' },
  )
}

async function whileRemoving(
  url: string,
  database: Database,
  receivers: Receivers,
  say: (sentence: string) => void,
): Promise<Findings> {
  const trackingNumbers = await addNumbersTo(
    url,
    receivers.origins.map(origin => `${origin}/0`),
    { partner: 'retention', firstNumber: 27_510_000_000 },
  )
  const RETRY_SCHEDULE = `${RETRY_MS / 1_000}s`
  const server = await runRedial({
    ...settingsOnPostgres(url, receivers),
    ...RETENTION,
    RETRY_SCHEDULE,
  })
  try {
    const round = (firstCall: number) => report(server, receivers, { firstCall, trackingNumbers })
    await round(FIRST_CALL)
    say(`reporting ${PER_SECOND} calls a second during the nightly job`)
    await requestJob(database)
    const during: Delays = { first: [], retries: [], missing: 0 }
    const deadline = performance.now() + GIVE_UP_MS
    for (let rounds = 2; performance.now() < deadline; rounds++) {
      const { first, retries, missing } = await round(rounds * FIRST_CALL)
      during.first.push(...first)
      during.retries.push(...retries)
      during.missing += missing
      if (isAboutRemoval(server.output())) break
    }
    return findings(during, server)
  } finally {
    await server.kill('SIGTERM')
  }
}

type Calls = { firstCall: number; trackingNumbers: string[] }

async function report(server: RunningRedial, receivers: Receivers, calls: Calls): Promise<Delays> {
  const { sent } = await reportCalls({
    ...{ url: server.url, ...calls },
    ...{ calls: PER_SECOND * SECONDS, atATime: 200, perSecond: PER_SECOND },
  })
  await setTimeout(GRACE_MS)
  return delaysOf(await receivers.take(), calls.firstCall, sent)
}

/** Has the server do at once what it does every night. */
async function requestJob(database: Database): Promise<void> {
  const queue = await startJobQueue(database, pino({ level: 'silent' }), PRODUCTION_TIMINGS)
  await queue.send(RETENTION_QUEUE)
  await queue.stop({ graceful: false })
}

const isAboutRemoval = (output: string) => output.includes('Removed old data')

/** In ms. */
type Delays = {
  /** From sending a report to the first attempt's answer. */
  first: number[]
  /** How long after it was due a second attempt was answered. */
  retries: number[]
  /** How many calls were not delivered. */
  missing: number
}

/** @param sent when each call was reported, in ms since 1970; the first one has the id `firstCall` */
function delaysOf(posts: Post[], firstCall: number, sent: number[]): Delays {
  const byCall = Map.groupBy(posts, ({ callId }) => callId)
  const delays: Delays = { first: [], retries: [], missing: 0 }
  for (const [place, from] of sent.entries()) {
    const [first, second] = byCall.get(firstCall + place) ?? []
    if (first !== undefined) delays.first.push(first.at - from)
    if (first !== undefined && second !== undefined) {
      delays.retries.push(second.at - first.at - RETRY_MS)
    }
    if (!(first?.ok || second?.ok)) delays.missing += 1
  }
  return delays
}

function findings({ first, retries, missing }: Delays, server: RunningRedial): Findings {
  const tail = percentile(first, 99)
  const tooLate = [
    ...first.filter(ms => ms > FIRST_LIMIT_MS),
    ...retries.filter(ms => ms > RETRY_MS * LATE_PART),
  ]
  const text = (ms: number[]) =>
    `median ${Math.round(median(ms))} ms, latest ${Math.round(Math.max(...ms))} ms`
  const job = server.output().split('\n').find(isAboutRemoval)
  return {
    measurements: [
      {
        what: 'Report sent to event received during the nightly job (99th percentile)',
        measured: `${Math.round(tail)} ms (${first.length.toLocaleString('en')} calls), ${missing} missing`,
        limit: `under ${TAIL_MS} ms, none missing`,
        reached: tail < TAIL_MS && missing === 0 && job !== undefined,
      },
      {
        what: `First attempts later than ${FIRST_LIMIT_MS / 1_000} s and retries late by more than a tenth of their delay`,
        measured: `${tooLate.length} of ${(first.length + retries.length).toLocaleString('en')}`,
        limit: 'none',
        reached: tooLate.length === 0,
      },
    ],
    notes: [
      `first attempts: ${text(first)}; retries after they were due: ${text(retries)}`,
      `the job: ${job ?? 'did not end'}`,
    ],
  }
}
