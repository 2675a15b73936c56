import { Client } from 'undici'
import { addDays } from '../contract/time/calendar-date.ts'
import { type Database, openDatabase } from '../server/database/database.ts'
import { createToken } from '../server/service/tokens/tokens.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import { type Findings, median, percentile, scaled } from './measurement.ts'
import { checkDays, checkPage } from './pages/check-pages.ts'
import { fillFailedEvents, spreadOver } from './pages/fill-failed-events.ts'
import { withPostgres } from './with-postgres.ts'

const EVENTS = scaled(1_000_000)
const FIRST_DAY = '2026-06-01'
const DAYS = 30
const LIST = `/v1/call_events_fail/?from_date=${FIRST_DAY}&to_date=${addDays(FIRST_DAY, DAYS)}`
const PAGE_SIZE = 40
const LAST_PAGE = EVENTS / PAGE_SIZE
const WARM_UP = 300
const ROUNDS = 1000
const MAX_TIMES = 2
/** Each may send 600 requests a minute. */
const TOKENS = 30

/**
 * Measures pages of a million failed events of one account, on PostgreSQL and over HTTP through gateway and
 * service of the real server: near pages, deep pages and the count.
 */
export function pages(say: (sentence: string) => void): Promise<Findings> {
  return withPostgres(async createDatabase => {
    const url = await createDatabase()
    const database = await openDatabase({ url })
    say(`recording ${EVENTS.toLocaleString('en')} failed events over ${DAYS} days`)
    const tokens = await fill(database).finally(database.close)
    const server = await runRedial(settingsOnPostgres(url))
    return measure(server.url, tokens, say).finally(() => server.kill('SIGTERM'))
  })
}

/** @returns tokens of the account that all the events belong to */
async function fill({ longDb: db }: Database): Promise<string[]> {
  const { id } = await db
    .insertInto('partner')
    .values({ reference: 'bench', name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await fillFailedEvents(db, id, spreadOver(FIRST_DAY, DAYS, EVENTS))
  await checkDays(db)
  const labels = Array.from({ length: TOKENS }, (_, index) => `bench-${index}`)
  return Promise.all(
    labels.map(label => createToken(db, { partnerId: id, label, blocklistPermission: false })),
  )
}

async function measure(
  origin: string,
  tokens: string[],
  say: (sentence: string) => void,
): Promise<Findings> {
  say('checking that pages hold what they should')
  const [token = ''] = tokens
  for (const page of [1, 2, Math.ceil(LAST_PAGE / 2), LAST_PAGE - 1, LAST_PAGE]) {
    await checkPage({ url: `${origin}${LIST}`, token, page, size: PAGE_SIZE, total: EVENTS })
  }
  const inTurns = [
    { what: 'page 1', query: () => `&page_size=${PAGE_SIZE}` },
    { what: 'the last page', query: () => `&page=${LAST_PAGE}&page_size=${PAGE_SIZE}` },
    {
      what: 'a random page',
      query: () => `&page=${Math.ceil(Math.random() * LAST_PAGE)}&page_size=${PAGE_SIZE}`,
    },
    { what: 'count', query: () => '&page_size=1' },
  ].map(one => ({ ...one, samples: [] as number[] }))
  say(`${ROUNDS} times ${inTurns.map(({ what }) => what).join(', ')}, in turns`)
  const client = new Client(origin)
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [index, { query, samples }] of inTurns.entries()) {
        const authorization = `Token ${tokens[Math.abs(round + index) % tokens.length]}`
        const begun = performance.now()
        const path = `${LIST}${query()}`
        const answer = await client.request({ method: 'GET', path, headers: { authorization } })
        await answer.body.arrayBuffer()
        const ms = performance.now() - begun
        if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`)
        if (round >= 0) samples.push(ms)
      }
    }
  } finally {
    await client.close()
  }
  const medians = inTurns.map(({ samples }) => median(samples))
  const times = Math.max(...medians) / Math.min(...medians)
  return {
    measurements: [
      {
        what: `Pages and count of ${EVENTS.toLocaleString('en')} failed events, dearest to cheapest (median)`,
        measured: `${times.toFixed(2)} times (${ROUNDS} each)`,
        limit: `at most ${MAX_TIMES} times`,
        reached: times <= MAX_TIMES,
      },
    ],
    notes: inTurns.map(
      ({ what, samples }) =>
        `${what}: median ${median(samples).toFixed(2)} ms, 99th percentile ${percentile(samples, 99).toFixed(2)} ms`,
    ),
  }
}
