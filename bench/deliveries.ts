import { MAX_CONCURRENT_PER_RECEIVER } from '../server/webhooks/engine/receiver-limit.ts'
import { receiversThatAnswer, withReceivers } from './deliveries/with-receivers.ts'
import { bareRound, fillDue, ourRound, type Round } from './engine/rounds.ts'
import { type Findings, median, scaled } from './measurement.ts'

const RECEIVERS = 50
const DELIVERIES = scaled(60_000)
const ROUNDS = 3
/** Its fastest setting. With as many in flight as the server has, it is slower. */
const BARE_POSTS_PER_RECEIVER = 3
const LEAST_PART = 0.5

/**
 * Measures how many waiting deliveries a second the real server posts to healthy receivers over
 * kept-alive TLS, on PostgreSQL. A bare loop of the same HTTP client posts the same to the same
 * receivers for comparison. Both run in turns, each in its own process; the receivers measure the time.
 */
export function deliveries(say: (sentence: string) => void): Promise<Findings> {
  return withReceivers(receiversThatAnswer('at once', RECEIVERS), async environment => {
    const { receivers } = environment
    const urls = receivers.origins.map(origin => `${origin}/call_termination`)
    const bare: number[] = []
    const ours: Round[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      say(`round ${round} of ${ROUNDS}: ${DELIVERIES.toLocaleString('en')} posts of the bare loop`)
      const loop = { urls, posts: DELIVERIES, atATimeToOne: BARE_POSTS_PER_RECEIVER }
      bare.push(await bareRound(receivers, loop))
      say(`round ${round} of ${ROUNDS}: as many deliveries of the server`)
      const url = await environment.createDatabase()
      await fillDue(url, urls, DELIVERIES)
      ours.push(await ourRound(url, receivers, { due: DELIVERIES }))
    }
    return findings(bare, ours)
  })
}

function findings(bare: number[], ours: Round[]): Findings {
  const part = median(ours.map(round => round.postsASecond)) / median(bare)
  const sum = (of: (round: Round) => number) => ours.reduce((total, round) => total + of(round), 0)
  const missing = sum(round => round.missing)
  const total = (ROUNDS * DELIVERIES).toLocaleString('en')
  const rates = (values: number[]) => values.map(value => Math.round(value)).join(', ')
  return {
    measurements: [
      {
        what: 'Deliveries a second, of what a bare loop of the HTTP client posts (median)',
        measured: `${part.toFixed(2)} times (${ROUNDS} × ${DELIVERIES.toLocaleString('en')} each)`,
        limit: `at least ${LEAST_PART} times`,
        reached: part >= LEAST_PART,
      },
      {
        what: 'Accepted deliveries missing at the receivers, or not kept as delivered',
        measured: `${missing} of ${total}`,
        limit: 'none',
        reached: missing === 0,
      },
    ],
    notes: [
      `posts a second of the bare loop: ${rates(bare)}`,
      `posts a second of the server: ${rates(ours.map(round => round.postsASecond))}`,
      `both to ${RECEIVERS} receivers; at a time to each ${BARE_POSTS_PER_RECEIVER} of the bare loop, ${MAX_CONCURRENT_PER_RECEIVER} of the server`,
      'the deliveries are put into the database before the server starts, as the telephony port does it',
      `posted more than once: ${sum(round => round.twice)}`,
    ],
  }
}
