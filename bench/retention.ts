import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { REAL_CLOCK } from '../server/config/timings.ts'
import { type Database, openDatabase } from '../server/database/database.ts'
import { removeOldData } from '../server/retention/remove-old-data.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { createDatabase } from './create-database.ts'
import { settingsOnPostgres, TELEPHONY_KEY } from './deliveries/settings.ts'
import { startReceivers } from './deliveries/start-receivers.ts'
import { addReceivers } from './engine/add-receivers.ts'
import { reportCalls } from './engine/reporting.ts'
import { type Findings, median, percentile, scaled } from './measurement.ts'
import { fillOldDeliveries } from './retention/fill-old-deliveries.ts'

const RECEIVERS = 50
const OLD = 200_000
const PER_SECOND = 100
const SECONDS = 15
const GRACE_MS = 3_000
/** As without removal (bench/latency.ts). */
const TAIL_MS = 500
const BATCH_SIZE = 1_000

const RETENTION = {
  ...{ answers: 90, replays: 365, failed_events: 365, deliveries: 365, calls: 365, activity: 365 },
}

type Round = { delays: number[]; missing: number }

/**
 * Measures how long events wait while the nightly job removes old deliveries and calls, compared with a
 * round without it, at a steady rate of reports. Also measures how many rows the job removes a second.
 */
export async function retention(say: (sentence: string) => void): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-retention-'))
  const postgres = await startPostgres()
  const receivers = await startReceivers(
    folder,
    Array.from({ length: RECEIVERS }, () => 'at once' as const),
  )
  try {
    const url = await createDatabase(postgres.url, 'retention')
    const database = await openDatabase({ url })
    try {
      const numbers = await addReceivers(database.db, {
        urls: receivers.origins.map(origin => `${origin}/0`),
        partner: 'retention',
        firstNumber: 27_510_000_000,
      })
      const total = scaled(OLD)
      say(`recording ${total.toLocaleString('en')} deliveries of two years ago`)
      await fillOldDeliveries(database.longDb, numbers[0]?.phoneNumber ?? '', { total, days: 730 })
      const server = await runRedial(settingsOnPostgres(url, receivers))
      try {
        const trackingNumbers = numbers.map(({ phoneNumber }) => phoneNumber)
        const round = async (firstCall: number): Promise<Round> => {
          const { sent } = await reportCalls({
            ...{ url: server.url, key: TELEPHONY_KEY, trackingNumbers, firstCall },
            ...{ calls: PER_SECOND * scaled(SECONDS), atATime: 200, perSecond: PER_SECOND },
          })
          await setTimeout(GRACE_MS)
          const got = await receivers.take()
          const arrived = new Map(got.map(({ callId, at }) => [callId, at]))
          const delays = sent.flatMap((from, place) => {
            const at = arrived.get(firstCall + place)
            return at === undefined ? [] : [at - from]
          })
          return { delays, missing: sent.length - delays.length }
        }
        await round(1)
        say(`reporting ${PER_SECOND} calls a second, without removal`)
        const without = await round(1_000_000)
        say('the same while old data is removed')
        const removing = remove(database)
        const beside = await round(2_000_000)
        return findings(without, beside, await removing)
      } finally {
        await server.kill('SIGTERM')
      }
    } finally {
      await database.close()
    }
  } finally {
    await receivers.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Removed = { deliveries: number; calls: number; seconds: number }

async function remove({ longDb: db }: Database): Promise<Removed> {
  const began = performance.now()
  const { signal } = new AbortController()
  const removal = { db, batchSize: BATCH_SIZE, wait: REAL_CLOCK.wait, signal }
  const settings = { retention: RETENTION, timeZone: 'Africa/Johannesburg', ownService: 'own' }
  const { deliveries, calls } = await removeOldData(removal, settings)
  return { deliveries, calls, seconds: (performance.now() - began) / 1_000 }
}

function findings(without: Round, beside: Round, removed: Removed): Findings {
  const tail = percentile(beside.delays, 99)
  const text = ({ delays }: Round) =>
    `median ${Math.round(median(delays))} ms, 99th percentile ${Math.round(percentile(delays, 99))} ms, slowest ${Math.round(Math.max(...delays))} ms`
  const { deliveries, calls, seconds } = removed
  const rate = Math.round((deliveries + calls) / seconds)
  return {
    measurements: [
      {
        what: 'Report sent to event received while old data is removed (99th percentile)',
        measured: `${Math.round(tail)} ms (${beside.delays.length} calls), ${beside.missing} missing`,
        limit: `under ${TAIL_MS} ms, none missing`,
        reached: tail < TAIL_MS && beside.missing === 0,
      },
    ],
    notes: [
      `without removal: ${text(without)}`,
      `with removal: ${text(beside)}`,
      `removed ${deliveries.toLocaleString('en')} deliveries and ${calls.toLocaleString('en')} calls in ${seconds.toFixed(1)} s, ${rate.toLocaleString('en')} rows a second`,
    ],
  }
}
