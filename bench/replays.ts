import { join } from 'node:path'
import { openDatabase } from '../server/database/database.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { MAX_CONCURRENT_PER_RECEIVER } from '../server/webhooks/engine/receiver-limit.ts'
import { buildDashboard } from './dashboard/build-dashboard.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import type { Receivers } from './deliveries/start-receivers.ts'
import { receiversThatAnswer, withReceivers } from './deliveries/with-receivers.ts'
import { bareRound } from './engine/rounds.ts'
import { type Findings, median, oneAfterTheOther, scaled } from './measurement.ts'
import { fillReplayedEvents } from './replays/fill-replayed-events.ts'
import { hangingReceiver } from './replays/hanging-receiver.ts'
import { type WatchedRun, watchRun } from './replays/watch-run.ts'

const RECEIVERS = 50
const EVENTS = scaled(10_000)
const ROUNDS = 3
/** The first 1, 2, 5 and 20 events to each receiver. */
const IN_RAMPS = Math.min(28 * RECEIVERS, EVENTS / 2)
const MAX_TIMES_AFTER_RAMPS = 1.9
const MAX_READING_MS = 2_000
/** How long the page may show the same figures while a run is under way. */
const MAX_STILL_MS = 3_000

/** Measures large runs. */
export function replays(say: (sentence: string) => void): Promise<Findings> {
  return oneAfterTheOther([largeRun, hangingReceiver], measure => measure(say))
}

/**
 * Measures how long the real server on PostgreSQL takes for a run of 10,000 events, from the click to
 * the last post, with the run's page open in a browser. For comparison, our bare sender posts as many to
 * the same receivers, with the same concurrency. Both run in turns; the receivers measure the time.
 */
function largeRun(say: (sentence: string) => void): Promise<Findings> {
  return withReceivers(receiversThatAnswer('at once', RECEIVERS), async environment => {
    say('building the dashboard')
    await buildDashboard(join(import.meta.dirname, '../dist'))
    const { receivers } = environment
    const alone: number[] = []
    const runs: Round[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      say(`round ${round} of ${ROUNDS}: ${EVENTS.toLocaleString('en')} posts of the sender alone`)
      const perSecond = await bareRound(receivers, {
        by: 'sender',
        urls: receivers.origins.map(origin => `${origin}/call_termination`),
        posts: EVENTS,
        atATimeToOne: MAX_CONCURRENT_PER_RECEIVER,
      })
      alone.push((EVENTS * 1_000) / perSecond)
      say(`round ${round} of ${ROUNDS}: a run of as many events, with its page open`)
      runs.push(await runRound(await environment.createDatabase(), receivers))
    }
    return findings(alone, runs)
  })
}

type Round = WatchedRun & {
  sendingMs: number
  /** The part of it until the first events of all receivers were sent. */
  rampMs: number
  missing: number
  twice: number
}

async function runRound(url: string, receivers: Receivers): Promise<Round> {
  const database = await openDatabase({ url })
  const filling = fillReplayedEvents(database, receivers.origins, EVENTS)
  const account = await filling.finally(database.close)
  const server = await runRedial(settingsOnPostgres(url, receivers))
  try {
    const watched = await watchRun(server.url, account)
    const posts = await receivers.take()
    const eventIds = new Set(posts.map(({ id }) => id))
    const times = posts.map(({ at }) => at - watched.clickedAt).toSorted((a, b) => a - b)
    return {
      ...watched,
      sendingMs: times.at(-1) ?? 0,
      rampMs: times[IN_RAMPS - 1] ?? 0,
      missing: account.eventIds.filter(id => !eventIds.has(id)).length,
      twice: posts.length - eventIds.size,
    }
  } finally {
    await server.kill('SIGTERM')
  }
}

function findings(alone: number[], runs: Round[]): Findings {
  const times = median(runs.map(({ sendingMs }) => sendingMs)) / median(alone)
  const afterRamps = median(runs.map(({ sendingMs, rampMs }) => sendingMs - rampMs))
  const timesAfterRamps = afterRamps / (median(alone) * (1 - IN_RAMPS / EVENTS))
  const reading = median(runs.map(({ readingMs }) => readingMs))
  const still = Math.max(...runs.map(({ longestStillMs }) => longestStillMs))
  const missing = runs.reduce((sum, run) => sum + run.missing, 0)
  const twice = runs.reduce((sum, run) => sum + run.twice, 0)
  const all = (values: number[]) => values.map(value => Math.round(value)).join(', ')
  return {
    measurements: [
      {
        what: `A run of ${EVENTS.toLocaleString('en')} events, from the ${IN_RAMPS.toLocaleString('en')}th post on (each receiver has got its first 28 events), of what the sender alone takes (medians)`,
        measured: `${timesAfterRamps.toFixed(2)} times, ${missing} missing`,
        limit: `at most ${MAX_TIMES_AFTER_RAMPS} times, none missing`,
        reached: timesAfterRamps <= MAX_TIMES_AFTER_RAMPS && missing === 0,
      },
      {
        what: `Reading and freezing ${EVENTS.toLocaleString('en')} events of our own service, as its page shows it (median)`,
        measured: `${Math.round(reading).toLocaleString('en')} ms`,
        limit: `at most ${MAX_READING_MS.toLocaleString('en')} ms`,
        reached: reading <= MAX_READING_MS,
      },
      {
        what: 'The page of the run while it is under way: longest time with the same figures',
        measured: `${still} ms; ${runs.map(({ figures }) => figures).join(', ')} different figures`,
        limit: `at most ${MAX_STILL_MS.toLocaleString('en')} ms, and some in between`,
        reached: still <= MAX_STILL_MS && runs.every(({ figures }) => figures > 2),
      },
    ],
    notes: [
      `from the click to the last post: ${times.toFixed(2)} times what the sender alone takes`,
      `ms of the sender alone: ${all(alone)}; of the run: ${all(runs.map(({ sendingMs }) => sendingMs))}, of which the ramps: ${all(runs.map(({ rampMs }) => rampMs))}`,
      `ms of reading and freezing the events before that: ${all(runs.map(({ readingMs }) => readingMs))}`,
      `to ${RECEIVERS} receivers, ${MAX_CONCURRENT_PER_RECEIVER} at a time to each; posted more than once: ${twice}`,
    ],
  }
}
