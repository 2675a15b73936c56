import { setTimeout } from 'node:timers/promises'
import { runRedial } from '../server/testing/run-redial.ts'
import { addNumbersTo } from './deliveries/fill-deliveries.ts'
import type { Post } from './deliveries/receivers-messages.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import { receiversThatAnswer, withReceivers } from './deliveries/with-receivers.ts'
import { reportCalls } from './engine/reporting.ts'
import { bareRound, postsASecond } from './engine/rounds.ts'
import { HEALTHY, SCENARIOS, type Scenario } from './fairness/scenarios.ts'
import { type Findings, median, oneAfterTheOther, percentile, scaled } from './measurement.ts'

const REPORTS_A_SECOND = 80
/** Longer than a hanging receiver's deadline, so that its attempts end in between. */
const REPORTS = REPORTS_A_SECOND * 20
const LIMIT_MS = 1_000
const LEAST_PART_OF_DRAIN = 0.5
const BARE_POSTS = 6_000
/** As many as a receiver gets at a time. */
const IN_FLIGHT = 20
/** How long to wait for the last reports. Anything that hasn't arrived by then counts as missing. */
const GRACE_MS = 5_000
const FIRST_NUMBER = 27_410_000_000

/**
 * Measures how long the real server on PostgreSQL takes from the report of a call until a healthy receiver
 * has it, while other receivers hang or have a backlog. Also measures how fast a backlog is delivered.
 */
export function fairness(say: (sentence: string) => void): Promise<Findings> {
  return oneAfterTheOther(SCENARIOS, scenario => inScenario(scenario, say))
}

function inScenario(scenario: Scenario, say: (sentence: string) => void): Promise<Findings> {
  const healthy = scenario.onSamePort ? 0 : HEALTHY
  const answering = [...receiversThatAnswer('at once', healthy), ...scenario.others]
  return withReceivers(answering, async environment => {
    const { receivers } = environment
    const others = receivers.origins.slice(healthy)
    const url = await environment.createDatabase()
    say(`${scenario.what}: filling`)
    const trackingNumbers = await addHealthy(url, receivers.origins.slice(0, healthy), others)
    await scenario.fill(url, receivers, others)
    const { recovers, drains } = scenario
    // The healthy receivers may be this slow too: it is far below the limit.
    if (recovers !== undefined) await receivers.answer(recovers)
    await receivers.take()
    const drained = drains?.(others)
    const loop = { posts: scaled(BARE_POSTS), atATimeToOne: IN_FLIGHT }
    const bare =
      drained === undefined ? null : await bareRound(receivers, { urls: [drained], ...loop })
    const server = await runRedial(settingsOnPostgres(url, receivers))
    try {
      say(`${scenario.what}: reporting ${REPORTS} calls to ${HEALTHY} others`)
      const begun = Date.now()
      const { sent } = await reportCalls({
        ...{ url: server.url, trackingNumbers, firstCall: 1, calls: REPORTS },
        ...{ atATime: REPORTS_A_SECOND, perSecond: REPORTS_A_SECOND },
      })
      const ended = Date.now()
      await setTimeout(GRACE_MS)
      const posts = await receivers.take()
      return findings(scenario, { sent, posts, bare, begun, ended })
    } finally {
      // Hanging attempts would delay the stop by ten seconds.
      await server.kill()
    }
  })
}

/** @returns the healthy receivers' tracking numbers */
async function addHealthy(url: string, origins: string[], others: string[]): Promise<string[]> {
  const urls =
    origins.length > 0
      ? origins.map(origin => `${origin}/healthy`)
      : Array.from({ length: HEALTHY }, (_, path) => `${others[0]}/healthy/${path}`)
  return addNumbersTo(url, urls, { partner: 'healthy', firstNumber: FIRST_NUMBER })
}

type Seen = {
  /** When each report was sent, by the place of its call, in ms since 1970. */
  sent: number[]
  posts: Post[]
  /** Posts a second that the receiver with the backlog takes from the bare loop. */
  bare: number | null
  begun: number
  ended: number
}

function findings({ what }: Scenario, { sent, posts, bare, begun, ended }: Seen): Findings {
  const first = new Map<number, number>()
  for (const { callId, at, ok } of posts) if (ok && !first.has(callId)) first.set(callId, at)
  const delays = sent.flatMap((from, place) => {
    const at = first.get(place + 1)
    return at === undefined ? [] : [at - from]
  })
  const missing = sent.length - delays.length
  const slow = delays.length > 0 ? percentile(delays, 95) : Number.POSITIVE_INFINITY
  const toOthers = posts.filter(({ callId, at }) => callId > REPORTS && at >= begun && at <= ended)
  const drained = toOthers.filter(({ ok }) => ok)
  const perSecond = bare === null ? 0 : postsASecond(drained)
  return {
    measurements: [
      {
        what: `Report to delivered at ${HEALTHY} others (95th percentile) while ${what}`,
        measured: `${Math.round(slow)} ms (${delays.length} calls), ${missing} missing`,
        limit: `under ${LIMIT_MS.toLocaleString('en')} ms, none missing`,
        reached: slow < LIMIT_MS && missing === 0,
      },
      ...(bare === null
        ? []
        : [
            {
              what: `Backlog worked off, of what its receiver takes at ${IN_FLIGHT} at a time, while ${what}`,
              measured: `${(perSecond / bare).toFixed(2)} times`,
              limit: `at least ${LEAST_PART_OF_DRAIN} times`,
              reached: perSecond / bare >= LEAST_PART_OF_DRAIN,
            },
          ]),
    ],
    notes: [
      `${what}: median ${delays.length > 0 ? Math.round(median(delays)) : '–'} ms, slowest ${Math.round(Math.max(0, ...delays))} ms; ${REPORTS_A_SECOND} reports a second; ${toOthers.length} attempts at the others in ${Math.round((ended - begun) / 1_000)} s${bare === null ? '' : `, of a bare loop ${Math.round(bare)} a second`}`,
    ],
  }
}
