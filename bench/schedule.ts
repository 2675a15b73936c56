import { setTimeout } from 'node:timers/promises'
import { runRedial } from '../server/testing/run-redial.ts'
import { addNumbersTo } from './deliveries/fill-deliveries.ts'
import type { Post } from './deliveries/receivers-messages.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import { withReceivers } from './deliveries/with-receivers.ts'
import { reportCalls } from './engine/reporting.ts'
import { type Findings, scaled } from './measurement.ts'

const REPORTS_A_SECOND = 0.4
/** How long an attempt at a hanging receiver takes. */
const DEADLINE_MS = 10_000
/**
 * A third, a fifth and a fifteenth of the real schedule. As many attempts are in flight as with the real
 * one: reports a second × four attempts × the deadline = 16.
 */
const DELAYS_S = [20, 60, 120]
/** When attempts of all four kinds are in flight, and for how long. */
const REPORTS_FOR_S = 2 * (DELAYS_S.reduce((sum, delay) => sum + delay, 0) + 40)
/** The last ones' retries. */
const GRACE_MS = (REPORTS_FOR_S / 2) * 1_000 + 20_000
const LATE_PART = 0.1
/** The first attempt has no delay, so it can't be late by a tenth. */
const FIRST_LIMIT_MS = 2_000

/**
 * Measures how late attempts at a hanging receiver are if twenty at a time are enough for it, by the real
 * server on PostgreSQL, with a shortened retry schedule and the real deadline.
 */
export function schedule(say: (sentence: string) => void): Promise<Findings> {
  return withReceivers(['never'], async ({ receivers, createDatabase }) => {
    const url = await createDatabase()
    const urls = receivers.origins.map(origin => `${origin}/hangs`)
    const trackingNumbers = await addNumbersTo(url, urls)
    const RETRY_SCHEDULE = DELAYS_S.map(delay => `${delay}s`).join(',')
    const server = await runRedial({ ...settingsOnPostgres(url, receivers), RETRY_SCHEDULE })
    try {
      const calls = Math.ceil(REPORTS_A_SECOND * scaled(REPORTS_FOR_S))
      say(`reporting ${calls} calls, ${REPORTS_A_SECOND} a second, to a receiver that hangs`)
      const { sent } = await reportCalls({
        ...{ url: server.url, trackingNumbers, firstCall: 1, calls },
        ...{ atATime: 1, perSecond: REPORTS_A_SECOND },
      })
      say('waiting for the last retries')
      await setTimeout(GRACE_MS)
      return findings(await receivers.take(), sent)
    } finally {
      await server.kill()
    }
  })
}

/** How late each attempt came, in ms after it was due, by its number. */
function latenessOf(posts: Post[], sent: number[]): number[][] {
  const late: number[][] = [[], [], [], []]
  for (const [callId, all] of Map.groupBy(posts, post => post.callId)) {
    for (const [index, { at }] of all.entries()) {
      const before = all[index - 1]
      const due =
        before === undefined
          ? (sent[callId - 1] ?? at)
          : before.at + DEADLINE_MS + (DELAYS_S[index - 1] ?? 0) * 1_000
      late[index]?.push(at - due)
    }
  }
  return late
}

function findings(posts: Post[], sent: number[]): Findings {
  const late = latenessOf(posts, sent)
  const limits = [FIRST_LIMIT_MS, ...DELAYS_S.map(delay => delay * 1_000 * LATE_PART)]
  const tooLate = late.flatMap((all, index) => all.filter(ms => ms > (limits[index] ?? 0)))
  const missing = sent.length * limits.length - posts.length
  return {
    measurements: [
      {
        what: 'Attempts at a receiver that hangs, later than a tenth of their delay after they were due',
        measured: `${tooLate.length} of ${posts.length}, ${missing} missing`,
        limit: 'none',
        reached: tooLate.length === 0 && missing === 0,
      },
    ],
    notes: late.map(
      (all, index) =>
        `attempt ${index + 1}: ${all.length}, the latest ${Math.round(Math.max(0, ...all))} ms after it was due, the earliest ${Math.round(Math.min(...all))} ms; limit ${limits[index]} ms`,
    ),
  }
}
