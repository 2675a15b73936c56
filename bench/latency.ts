import { setTimeout } from 'node:timers/promises'
import { runRedial } from '../server/testing/run-redial.ts'
import { addNumbersTo } from './deliveries/fill-deliveries.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import { receiversThatAnswer, withReceivers } from './deliveries/with-receivers.ts'
import { reportCalls } from './engine/reporting.ts'
import { postsASecond } from './engine/rounds.ts'
import { type Findings, median, percentile, scaled } from './measurement.ts'

const RECEIVERS = 50
const IN_FLIGHT = 20
const AT_MOST = 10_000
const SECONDS_AT_HALF = 20
const MEDIAN_MS = 50
const TAIL_MS = 500
const GRACE_MS = 3_000

/**
 * Measures how long a due event waits until its receiver has it, on PostgreSQL, at half the maximum rate at
 * which the real server accepts reports and delivers their events.
 *
 * An event is due while its report is answered. The measured time is from sending the report until the
 * post has arrived, so it includes the transfer of the report and its commit.
 */
export function latency(say: (sentence: string) => void): Promise<Findings> {
  return withReceivers(receiversThatAnswer('at once', RECEIVERS), async environment => {
    const { receivers } = environment
    const url = await environment.createDatabase()
    const urls = receivers.origins.map(origin => `${origin}/0`)
    const trackingNumbers = await addNumbersTo(url, urls)
    const server = await runRedial(settingsOnPostgres(url, receivers))
    try {
      const reporting = { url: server.url, trackingNumbers, atATime: IN_FLIGHT }
      await reportCalls({ ...reporting, firstCall: 1, calls: scaled(2_000), perSecond: null })
      await setTimeout(GRACE_MS)
      await receivers.take()
      say('finding the highest rate')
      const calls = scaled(AT_MOST)
      const most = await reportCalls({ ...reporting, firstCall: 1_000_000, calls, perSecond: null })
      while ((await receivers.count()) < calls) await setTimeout(100)
      const highest = Math.min(most.perSecond, postsASecond(await receivers.take()))
      const perSecond = highest / 2
      say(`reporting ${Math.round(perSecond)} calls a second, half of it, for ${SECONDS_AT_HALF} s`)
      const { sent } = await reportCalls({
        ...reporting,
        firstCall: 2_000_000,
        calls: Math.round(perSecond * scaled(SECONDS_AT_HALF)),
        atATime: 200,
        perSecond,
      })
      await setTimeout(GRACE_MS)
      const arrived = new Map((await receivers.take()).map(({ callId, at }) => [callId, at]))
      const delays = sent.flatMap((from, place) => {
        const at = arrived.get(2_000_000 + place)
        return at === undefined ? [] : [at - from]
      })
      return findings(delays, sent.length - delays.length, highest)
    } finally {
      await server.kill('SIGTERM')
    }
  })
}

function findings(delays: number[], missing: number, highest: number): Findings {
  const [half, tail] = [median(delays), percentile(delays, 99)]
  const line = (name: string, ms: number, limit: number) => ({
    what: `Report sent to event received, at half the highest rate (${name})`,
    measured: `${Math.round(ms)} ms (${delays.length} calls), ${missing} missing`,
    limit: `under ${limit} ms, none missing`,
    reached: ms < limit && missing === 0,
  })
  return {
    measurements: [line('median', half, MEDIAN_MS), line('99th percentile', tail, TAIL_MS)],
    notes: [
      `highest rate of calls that are reported and delivered: ${Math.round(highest)} a second, ${IN_FLIGHT} reports at a time`,
      `slowest ${Math.round(Math.max(...delays))} ms`,
    ],
  }
}
