import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../server/database/database.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { reportCall } from '../server/testing/report-call.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { createDatabase } from './create-database.ts'
import { addNumbers, fillDeliveries } from './deliveries/fill-deliveries.ts'
import { settingsOnPostgres, TELEPHONY_KEY } from './deliveries/settings.ts'
import { type Receivers, startReceivers } from './deliveries/start-receivers.ts'
import type { Findings } from './measurement.ts'
import { median, percentile } from './statistics.ts'

const HEALTHY = 50
const WAITING = 5_000
const REPORTS_A_SECOND = 80
/** Longer than the hanging receiver's deadline, so that its slots come free in between. */
const REPORTS = REPORTS_A_SECOND * 20
const LIMIT_MS = 2_000
/** How long the last reports are waited for; what hasn't come by then counts as missing. */
const GRACE_MS = 5_000

/**
 * How long it takes from the report of a call until a healthy receiver has it, while another
 * receiver hangs and has thousands of deliveries waiting; on PostgreSQL, by the real server.
 */
export async function fairness(say: (sentence: string) => void): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-fairness-'))
  const postgres = await startPostgres()
  const receivers = await startReceivers(folder, [
    'never',
    ...Array.from({ length: HEALTHY }, () => 'at once' as const),
  ])
  try {
    const url = await createDatabase(postgres.url, 'fairness')
    say(`filling ${WAITING.toLocaleString('en')} deliveries to a receiver that hangs`)
    const trackingNumbers = await fill(url, receivers)
    const server = await runRedial(settingsOnPostgres(url, receivers))
    try {
      say(`reporting ${REPORTS} calls to ${HEALTHY} healthy ones, ${REPORTS_A_SECOND} a second`)
      const reported = await report(server.url, trackingNumbers)
      await setTimeout(GRACE_MS)
      return await findings(reported, receivers)
    } finally {
      // What hangs would keep it for ten seconds.
      await server.kill()
    }
  } finally {
    await receivers.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns the healthy receivers' tracking numbers */
async function fill(url: string, { origins }: Receivers): Promise<string[]> {
  const database = await openDatabase({ url })
  try {
    const [hanging, ...healthy] = await addNumbers(database, origins)
    if (hanging === undefined) throw new Error('There is no receiver that hangs')
    await fillDeliveries(database, [hanging], WAITING)
    await sql`vacuum analyze`.execute(database.longDb)
    return healthy.map(({ phoneNumber }) => phoneNumber)
  } finally {
    await database.close()
  }
}

/** @returns when each call's report was sent, by its id */
async function report(url: string, trackingNumbers: string[]): Promise<Map<number, number>> {
  const sent = new Map<number, number>()
  const reports: Promise<unknown>[] = []
  let problem: unknown = null
  const begun = performance.now()
  for (let callId = 1; callId <= REPORTS; callId++) {
    await setTimeout(Math.max(0, begun + (callId * 1_000) / REPORTS_A_SECOND - performance.now()))
    const trackingNumber = trackingNumbers[callId % trackingNumbers.length] ?? ''
    sent.set(callId, Date.now())
    reports.push(
      reportCall({ url, key: TELEPHONY_KEY, callId, trackingNumber, answered: true }).catch(
        error => {
          problem = error
        },
      ),
    )
  }
  await Promise.all(reports)
  if (problem !== null) throw problem
  return sent
}

async function findings(reported: Map<number, number>, receivers: Receivers): Promise<Findings> {
  const posts = await receivers.take()
  const delays = posts.flatMap(({ callId, at, ok }) => {
    const sent = reported.get(callId)
    return ok && sent !== undefined ? [at - sent] : []
  })
  const missing = REPORTS - new Set(posts.filter(({ ok }) => ok).map(({ callId }) => callId)).size
  const slow = percentile(delays, 95)
  return {
    measurements: [
      {
        what: `Report to delivered at ${HEALTHY} healthy receivers while one hangs (95th percentile)`,
        measured: `${Math.round(slow)} ms (${delays.length} calls)`,
        limit: `under ${LIMIT_MS.toLocaleString('en')} ms, none missing`,
        reached: slow < LIMIT_MS && missing === 0,
      },
    ],
    notes: [
      `median ${Math.round(median(delays))} ms, slowest ${Math.round(Math.max(...delays))} ms, missing ${missing}`,
      `${REPORTS_A_SECOND} reports a second through the telephony port; ${WAITING.toLocaleString('en')} deliveries wait for the receiver that hangs, ${posts.filter(({ ok }) => !ok).length} attempts at it in that time`,
    ],
  }
}
