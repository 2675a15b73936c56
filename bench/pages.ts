import { deepStrictEqual, strictEqual } from 'node:assert'
import { Client } from 'undici'
import { FailedEventRecord } from '../contract/failed-event.ts'
import { pageOf } from '../contract/pages/page.ts'
import { addDays } from '../contract/time/calendar-date.ts'
import { type Database, openDatabase } from '../server/database/database.ts'
import { createToken } from '../server/service/tokens/tokens.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import { addPartner } from '../server/testing/test-service.ts'
import { settingsOnPostgres } from './deliveries/settings.ts'
import { type Findings, median, percentile, scaled } from './measurement.ts'
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
async function fill(database: Database): Promise<string[]> {
  const { longDb: db } = database
  const { id: partnerId } = await addPartner(database, 'bench')
  await fillFailedEvents(db, partnerId, spreadOver(FIRST_DAY, DAYS, EVENTS))
  const labels = Array.from({ length: TOKENS }, (_, index) => `bench-${index}`)
  return Promise.all(
    labels.map(label => createToken(db, { partnerId, label, blocklistPermission: false })),
  )
}

const Answer = pageOf(FailedEventRecord)

async function measure(
  origin: string,
  tokens: string[],
  say: (sentence: string) => void,
): Promise<Findings> {
  const inTurns = [
    { what: 'page 1', size: PAGE_SIZE, page: () => 1 },
    { what: 'the last page', size: PAGE_SIZE, page: () => LAST_PAGE },
    { what: 'a random page', size: PAGE_SIZE, page: () => Math.ceil(Math.random() * LAST_PAGE) },
    { what: 'count', size: 1, page: () => 1 },
  ].map(one => ({ ...one, samples: [] as number[] }))
  say(`${ROUNDS} times ${inTurns.map(({ what }) => what).join(', ')}, in turns`)
  const client = new Client(origin)
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [index, { size, page: pageOfTurn, samples }] of inTurns.entries()) {
        const authorization = `Token ${tokens[Math.abs(round + index) % tokens.length]}`
        const page = pageOfTurn()
        const path = `${LIST}&page=${page}&page_size=${size}`
        const begun = performance.now()
        const answer = await client.request({ method: 'GET', path, headers: { authorization } })
        const text = await answer.body.text()
        const ms = performance.now() - begun
        strictEqual(answer.statusCode, 200, text)
        if (round >= 0) samples.push(ms)
        else {
          // Ids start at 1 and grow with the time of the failure.
          const { count, results } = Answer.parse(JSON.parse(text))
          const newest = EVENTS - (page - 1) * size
          deepStrictEqual([count, results.length, results[0]?.id], [EVENTS, size, newest])
        }
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
