import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../server/database/database.ts'
import { runRedial } from '../../server/testing/run-redial.ts'
import { webhookHeaders } from '../../server/webhooks/store/replay-headers.ts'
import { runBareLoop } from '../deliveries/bare-loop.ts'
import { addNumbers, fillDeliveries, payload } from '../deliveries/fill-deliveries.ts'
import type { Post } from '../deliveries/receivers-messages.ts'
import { settingsOnPostgres } from '../deliveries/settings.ts'
import type { Receivers } from '../deliveries/start-receivers.ts'

const GIVE_UP_AFTER_MS = 180_000
const LOOK_EVERY_MS = 100

export type Bare = {
  /** Only the HTTP client, or our sender. */
  by?: 'client' | 'sender'
  urls: string[]
  posts: number
  atATimeToOne: number
}

/** @returns how many posts a second the bare loop makes */
export async function bareRound(
  receivers: Receivers,
  { by = 'client', ...bare }: Bare,
): Promise<number> {
  const text = payload(1_000_000_000, '27105550000')
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const secrets = { secret, previous_secret: null, previous_secret_until: null }
  await runBareLoop({
    by,
    ...bare,
    authority: readFileSync(receivers.settings.RECEIVER_CA_FILE, 'utf8'),
    headers: webhookHeaders(1, text, secrets, new Date()),
    payload: text,
  })
  const posts = await receivers.take()
  if (posts.length !== bare.posts) throw new Error(`The bare loop made ${posts.length} posts`)
  return postsASecond(posts)
}

/** Adds this many due deliveries to the database, to the URLs in turns. */
export async function fillDue(
  url: string,
  urls: string[],
  due: number,
  numbering?: { partner: string; firstNumber: number },
): Promise<void> {
  const database = await openDatabase({ url })
  try {
    const { numbers } = await addNumbers(database, urls, numbering)
    await fillDeliveries(database, numbers, due)
    await sql`vacuum analyze`.execute(database.longDb)
  } finally {
    await database.close()
  }
}

export type Round = { postsASecond: number; missing: number; twice: number }

/**
 * Starts this many processes, which send the due events of the database.
 *
 * @param due the number of due deliveries
 */
export async function ourRound(
  url: string,
  receivers: Receivers,
  { due, processes = 1 }: { due: number; processes?: number },
): Promise<Round> {
  const settings = settingsOnPostgres(url, receivers)
  const servers = await Promise.all(Array.from({ length: processes }, () => runRedial(settings)))
  try {
    const deadline = performance.now() + GIVE_UP_AFTER_MS
    while ((await receivers.count()) < due && performance.now() < deadline) {
      await setTimeout(LOOK_EVERY_MS)
    }
  } finally {
    // They finish the attempts in flight, so that each outcome is recorded by then.
    await Promise.all(servers.map(server => server.kill('SIGTERM')))
  }
  const posts = await receivers.take()
  const different = new Set(posts.map(({ id }) => id)).size
  const { db, close } = await openDatabase({ url })
  const { delivered } = await db
    .selectFrom('delivery')
    .select(({ fn }) => fn.countAll<number>().as('delivered'))
    .where('state', '=', 'delivered')
    .executeTakeFirstOrThrow()
    .finally(close)
  return {
    postsASecond: postsASecond(posts),
    missing: due - Math.min(delivered, different),
    twice: posts.length - different,
  }
}

/** From the first post to the last one. */
export function postsASecond(posts: Post[]): number {
  const times = posts.map(({ at }) => at).toSorted((a, b) => a - b)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  return ((posts.length - 1) * 1_000) / (last - first)
}
