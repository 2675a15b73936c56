import { addDays } from '../contract/time/calendar-date.ts'
import { type Database, openDatabase } from '../server/database/database.ts'
import { createToken } from '../server/service/tokens/tokens.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { createDatabase } from './create-database.ts'
import { type Findings, median, percentile } from './measurement.ts'
import { checkDays, checkPage } from './pages/check-pages.ts'
import { fillFailedEvents, spreadOver } from './pages/fill-failed-events.ts'
import { FIXED_REPLY, FIXED_REPLY_SIGNED_IN, startPageServer } from './pages/start-page-server.ts'
import { takeTurns } from './pages/take-turns.ts'

const EVENTS = 1_000_000
const FIRST_DAY = '2026-06-01'
const DAYS = 30
const LIST = `/v1/call_events_fail/?from_date=${FIRST_DAY}&to_date=${addDays(FIRST_DAY, DAYS)}`

const COST_PAGE_SIZE = 40
const COST_ROUNDS = 1000
const COST_LIMIT = 2

const TAIL_PAGE_SIZE = 100
/**
 * The result is the median of the blocks' percentiles, because other load comes in bursts.
 */
const TAIL_BLOCKS = 8
const TAIL_BLOCK_SIZE = 500
const TAIL_LIMIT = 3

const WARM_UP = 300

/**
 * Measures pages of a million failed events of one account, on PostgreSQL and over HTTP through gateway and
 * service. It compares near pages, deep pages and the count, and the slowest hundredth of a full page with
 * a fixed answer of the same size.
 */
export async function pages(say: (sentence: string) => void): Promise<Findings> {
  say('starting a PostgreSQL')
  const postgres = await startPostgres()
  try {
    const url = await createDatabase(postgres.url, 'bench')
    const database = await openDatabase({ url })
    try {
      say(`recording ${EVENTS.toLocaleString('en')} failed events over ${DAYS} days`)
      const token = await fill(database)
      return await measure(url, token, say)
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
  }
}

/** @returns a token of the account that all the events belong to */
async function fill({ longDb: db }: Database): Promise<string> {
  const { id } = await db
    .insertInto('partner')
    .values({ reference: 'bench', name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await fillFailedEvents(db, id, spreadOver(FIRST_DAY, DAYS, EVENTS))
  await checkDays(db)
  return createToken(db, { partnerId: id, label: 'bench', blocklistPermission: false })
}

async function measure(
  databaseUrl: string,
  token: string,
  say: (sentence: string) => void,
): Promise<Findings> {
  const server = await startPageServer(databaseUrl)
  try {
    const { origin } = server
    say('checking that pages hold what they should')
    const check = (page: number, size: number) =>
      checkPage({ url: `${origin}${LIST}`, token, page, size, total: EVENTS })
    for (const page of [1, 2, 837, 12_345, 24_999, 25_000]) await check(page, COST_PAGE_SIZE)
    for (const page of [1, 4321, 10_000]) await check(page, TAIL_PAGE_SIZE)
    await check(1, 1)
    const fixedReply = await check(5000, TAIL_PAGE_SIZE)
    await server.setFixedReply(fixedReply)

    say(`${COST_ROUNDS} times page 1, page 25,000 and the count, in turns`)
    const cost = await measureCost(origin, token)
    say(
      `${TAIL_BLOCKS * TAIL_BLOCK_SIZE} times a random page of ${TAIL_PAGE_SIZE} and the fixed reply, in turns`,
    )
    const tail = await measureTail(origin, token, fixedReply)
    return {
      measurements: [...cost.measurements, ...tail.measurements],
      notes: [...cost.notes, ...tail.notes],
    }
  } finally {
    await server.stop()
  }
}

async function measureCost(origin: string, token: string): Promise<Findings> {
  const asked = [
    { what: 'page 1', query: `&page_size=${COST_PAGE_SIZE}` },
    { what: 'page 25,000', query: `&page=25000&page_size=${COST_PAGE_SIZE}` },
    { what: 'count', query: '&page_size=1' },
  ]
  const samples = await takeTurns(
    { origin, token, warmUp: WARM_UP, rounds: COST_ROUNDS },
    asked.map(
      ({ query }) =>
        () =>
          `${LIST}${query}`,
    ),
  )
  const medians = samples.map(median)
  const ratio = Math.max(...medians) / Math.min(...medians)
  return {
    measurements: [
      {
        what: 'Page 1, page 25,000 and count of 1,000,000, dearest to cheapest (median)',
        measured: `${ratio.toFixed(2)} times (${COST_ROUNDS} each)`,
        limit: `at most ${COST_LIMIT} times`,
        reached: ratio <= COST_LIMIT,
      },
    ],
    notes: asked.map(({ what, query }, index) =>
      summary(`${what} (…${query})`, samples[index] ?? []),
    ),
  }
}

async function measureTail(origin: string, token: string, fixedReply: string): Promise<Findings> {
  const randomPage = () => 1 + Math.floor((Math.random() * EVENTS) / TAIL_PAGE_SIZE)
  const [page = [], signedIn = [], open = []] = await takeTurns(
    { origin, token, warmUp: WARM_UP, rounds: TAIL_BLOCKS * TAIL_BLOCK_SIZE },
    [
      () => `${LIST}&page=${randomPage()}&page_size=${TAIL_PAGE_SIZE}`,
      () => FIXED_REPLY_SIGNED_IN,
      () => FIXED_REPLY,
    ],
  )
  const ratio = tail(page) / tail(signedIn)
  const bytes = Buffer.byteLength(fixedReply).toLocaleString('en')
  return {
    measurements: [
      {
        what: `Page of ${TAIL_PAGE_SIZE} to a fixed reply of the same bytes (99th percentile)`,
        measured: `${ratio.toFixed(2)} times (${TAIL_BLOCKS} × ${TAIL_BLOCK_SIZE} each)`,
        limit: `at most ${TAIL_LIMIT} times`,
        reached: ratio <= TAIL_LIMIT,
      },
    ],
    notes: [
      `a fixed reply is a page's own ${bytes} bytes, kept in memory by the service and passed on by the gateway`,
      tailSummary(`random page of ${TAIL_PAGE_SIZE}`, page),
      tailSummary('fixed reply after the checks of a list, token (a query) and throttle', signedIn),
      tailSummary('fixed reply without any check', open),
      `page to fixed reply: 99th percentile ${ratio.toFixed(2)}, median ${times(page, signedIn)} times`,
      `page to fixed reply without any check, for comparison: 99th percentile ${(tail(page) / tail(open)).toFixed(2)}, median ${times(page, open)} times`,
    ],
  }
}

/** The 99th percentile of a block in the middle. */
function tail(samples: number[]): number {
  const blocks = Array.from({ length: TAIL_BLOCKS }, (_, block) =>
    samples.slice(block * TAIL_BLOCK_SIZE, (block + 1) * TAIL_BLOCK_SIZE),
  )
  return median(blocks.map(block => percentile(block, 99)))
}

function times(samples: number[], others: number[]): string {
  return (median(samples) / median(others)).toFixed(2)
}

function tailSummary(what: string, samples: number[]): string {
  return `${summary(what, samples)}, in the middle block ${tail(samples).toFixed(2)} ms`
}

function summary(what: string, samples: number[]): string {
  const [half, most] = [median(samples), percentile(samples, 99)].map(ms => ms.toFixed(2))
  return `${what}: median ${half} ms, 99th percentile ${most} ms`
}
