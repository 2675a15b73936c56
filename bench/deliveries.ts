import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../server/database/database.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { MAX_CONCURRENT_PER_RECEIVER } from '../server/webhooks/engine/receiver-gate.ts'
import { webhookHeaders } from '../server/webhooks/store/webhook-headers.ts'
import { createDatabase } from './create-database.ts'
import { runBareLoop } from './deliveries/bare-loop.ts'
import { addNumbers, fillDeliveries, payload } from './deliveries/fill-deliveries.ts'
import type { Post } from './deliveries/receivers-messages.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import { type Receivers, startReceivers } from './deliveries/start-receivers.ts'
import { type Findings, median } from './measurement.ts'

const RECEIVERS = 50
const DELIVERIES = 60_000
const ROUNDS = 3
/** Its fastest setting. With as many in flight as the server has, it is slower. */
const BARE_POSTS_PER_RECEIVER = 3
const LEAST_PART = 0.5
const GIVE_UP_AFTER_MS = 120_000
const LOOK_EVERY_MS = 250

/**
 * Measures how many waiting deliveries a second the real server posts to healthy receivers over
 * kept-alive TLS, on PostgreSQL. A bare loop of the same HTTP client posts the same to the same
 * receivers for comparison. Both run in turns, each in its own process; the receivers measure the time.
 */
export async function deliveries(say: (sentence: string) => void): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-deliveries-'))
  const postgres = await startPostgres()
  const receivers = await startReceivers(
    folder,
    Array.from({ length: RECEIVERS }, () => 'at once' as const),
  )
  try {
    const bare: number[] = []
    const ours: Round[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      say(`round ${round} of ${ROUNDS}: ${DELIVERIES.toLocaleString('en')} posts of the bare loop`)
      bare.push(await bareRound(receivers))
      say(`round ${round} of ${ROUNDS}: as many deliveries of the server`)
      const database = await createDatabase(postgres.url, `deliveries_${round}`)
      ours.push(await ourRound(database, receivers))
    }
    return findings(bare, ours)
  } finally {
    await receivers.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns posts a second */
async function bareRound({ origins, settings, take }: Receivers): Promise<number> {
  const text = payload(1_000_000_000, '27105550000')
  const secret = { secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }
  const secrets = { ...secret, previous_secret: null, previous_secret_until: null }
  await runBareLoop({
    by: 'client',
    urls: origins.map(origin => `${origin}/call_termination`),
    authority: readFileSync(settings.RECEIVER_CA_FILE, 'utf8'),
    posts: DELIVERIES,
    atATimeToOne: BARE_POSTS_PER_RECEIVER,
    headers: {
      ...webhookHeaders(1, text, secrets, new Date()),
      'content-type': 'application/json',
      'user-agent': 'Redial',
    },
    payloads: [text],
  })
  const posts = await take()
  if (posts.length !== DELIVERIES) throw new Error(`The bare loop made ${posts.length} posts`)
  return postsASecond(posts)
}

type Round = {
  postsASecond: number
  /** The same in its second half, when the code of the process is compiled. */
  postsASecondLater: number
  missing: number
  unkept: number
  twice: number
}

async function ourRound(url: string, receivers: Receivers): Promise<Round> {
  const database = await openDatabase({ url })
  try {
    await fillDeliveries(database, await addNumbers(database, receivers.origins), DELIVERIES)
    await sql`vacuum analyze`.execute(database.longDb)
    const server = await runRedial(settingsOnPostgres(url, receivers))
    try {
      await waitForPosts(receivers)
    } finally {
      // It finishes the attempts in flight, so that each outcome is recorded by then.
      await server.kill('SIGTERM')
    }
    const posts = await receivers.take()
    const rows = await database.db.selectFrom('delivery').select(['id', 'state']).execute()
    const seen = new Set(posts.map(({ id }) => id))
    return {
      postsASecond: postsASecond(posts),
      postsASecondLater: postsASecond(inOrder(posts).slice(posts.length / 2)),
      missing: rows.filter(({ id }) => !seen.has(id)).length,
      unkept: rows.filter(({ state }) => state !== 'delivered').length,
      twice: posts.length - seen.size,
    }
  } finally {
    await database.close()
  }
}

async function waitForPosts(receivers: Receivers): Promise<void> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while ((await receivers.count()) < DELIVERIES && performance.now() < deadline) {
    await setTimeout(LOOK_EVERY_MS)
  }
}

/** From the first post to the last one. */
function postsASecond(posts: Post[]): number {
  const [first, last] = [inOrder(posts)[0], inOrder(posts).at(-1)]
  return ((posts.length - 1) * 1_000) / ((last?.at ?? 0) - (first?.at ?? 0))
}

function inOrder(posts: Post[]): Post[] {
  return posts.toSorted((one, other) => one.at - other.at)
}

function findings(bare: number[], ours: Round[]): Findings {
  const part = median(ours.map(round => round.postsASecond)) / median(bare)
  const sum = (of: (round: Round) => number) => ours.reduce((total, round) => total + of(round), 0)
  const missing = sum(round => round.missing)
  const unkept = sum(round => round.unkept)
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
        measured: `${missing} and ${unkept} of ${total}`,
        limit: 'none',
        reached: missing === 0 && unkept === 0,
      },
    ],
    notes: [
      `posts a second of the bare loop: ${rates(bare)}`,
      `posts a second of the server: ${rates(ours.map(round => round.postsASecond))}; in the second half of each round: ${rates(ours.map(round => round.postsASecondLater))}`,
      `both to ${RECEIVERS} receivers; at a time to each ${BARE_POSTS_PER_RECEIVER} of the bare loop, ${MAX_CONCURRENT_PER_RECEIVER} of the server`,
      'the deliveries are put into the database before the server starts, as the telephony port does it',
      `posted more than once: ${sum(round => round.twice)}`,
    ],
  }
}
