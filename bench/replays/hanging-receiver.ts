import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { addDays } from '../../contract/time/calendar-date.ts'
import { openDatabase } from '../../server/database/database.ts'
import { runRedial } from '../../server/testing/run-redial.ts'
import { askServer } from '../ask-server.ts'
import { settingsOnPostgres } from '../deliveries/settings.ts'
import type { Receivers } from '../deliveries/start-receivers.ts'
import {
  type Environment,
  receiversThatAnswer,
  withReceivers,
} from '../deliveries/with-receivers.ts'
import { atMost, type Findings, median, scaled } from '../measurement.ts'
import { fillReplayedEvents } from './fill-replayed-events.ts'

const RECEIVERS = 50
const TO_EACH = scaled(100)
const ROUNDS = 3
const MAX_TIMES = 1.1
const MAX_ATTEMPTS = 3
/** Three attempts that end later would only make the benchmark longer. */
const DEADLINE_MS = 2_000
const LOOK_EVERY_MS = 100
const GIVE_UP_AFTER_MS = 120_000

/** Measures whether a receiver that hangs delays the others of its run, and how many attempts it costs. */
export function hangingReceiver(say: (sentence: string) => void): Promise<Findings> {
  const answering = ['never' as const, ...receiversThatAnswer('at once', RECEIVERS - 1)]
  return withReceivers(answering, async ({ receivers, createDatabase }) => {
    const all = receivers.origins
    const others = all.slice(1)
    const runs: { isHanging: boolean; ms: number; unanswered: number }[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      // In turn, because the machine may become faster or slower.
      for (const origins of round % 2 === 1 ? [others, all] : [all, others]) {
        say(`round ${round} of ${ROUNDS}: a run to ${origins.length} receivers`)
        const run = await runTo(origins, receivers, createDatabase)
        runs.push({ isHanging: origins === all, ...run })
      }
    }
    const msWhere = (is: boolean) =>
      runs.filter(({ isHanging }) => isHanging === is).map(({ ms }) => ms)
    const times = median(msWhere(true)) / median(msWhere(false))
    const attempts = Math.max(...runs.map(({ unanswered }) => unanswered))
    const events = (RECEIVERS * TO_EACH).toLocaleString('en')
    return {
      measurements: [
        {
          what: `A run of ${events} events to ${RECEIVERS} receivers of which one hangs: the time for the others, of a run without it (medians)`,
          measured: `${times.toFixed(2)} times`,
          limit: `at most ${MAX_TIMES} times`,
          reached: times <= MAX_TIMES,
        },
        atMost(MAX_ATTEMPTS, 'attempts', 'Attempts at the receiver until it was paused', attempts),
      ],
      notes: [
        `ms with a hanging receiver: ${msWhere(true).join(', ')}; without: ${msWhere(false).join(', ')}`,
      ],
    }
  })
}

const Run = z.object({ id: z.string() })
const Progress = z.object({ state: z.string(), paused_receivers: z.int() })

/** @returns how long the posts took that were answered, and how many were not */
async function runTo(
  origins: string[],
  receivers: Receivers,
  createDatabase: Environment['createDatabase'],
): Promise<{ ms: number; unanswered: number }> {
  const url = await createDatabase()
  const database = await openDatabase({ url })
  const filling = fillReplayedEvents(database, origins, origins.length * TO_EACH)
  const { token, day } = await filling.finally(database.close)
  const settings = settingsOnPostgres(url, receivers)
  const server = await runRedial(settings, { attemptDeadlineMs: DEADLINE_MS })
  const runs = `${server.url}/gateway/replays`
  try {
    const range = { list: 'call_events_fail', from_date: day, to_date: addDays(day, 1) }
    const body = { ...range, events: 'all', start: true }
    const { id } = Run.parse(await askServer(runs, token, { body }))
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
    for (let isOver = false; !isOver; ) {
      if (performance.now() > giveUpAt) throw new Error('The run did not end')
      await setTimeout(LOOK_EVERY_MS)
      const { state, paused_receivers } = Progress.parse(await askServer(`${runs}/${id}`, token))
      isOver = state === 'finished' || paused_receivers > 0
    }
  } finally {
    await server.kill('SIGTERM')
  }
  const posts = await receivers.take()
  const ends = posts.filter(({ ok }) => ok).map(({ at }) => at)
  return { ms: Math.max(...ends) - Math.min(...ends), unanswered: posts.length - ends.length }
}
