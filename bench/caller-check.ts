import { Client } from 'undici'
import { CallerVerdict } from '../contract/telephony.ts'
import { runRedial } from '../server/testing/run-redial.ts'
import {
  COMPANIES,
  FIRST_NUMBER,
  fillCallers,
  LISTS,
  NUMBERS,
  TRACKING_NUMBER,
} from './caller-check/fill-callers.ts'
import { settingsOnPostgres, TELEPHONY_KEY } from './deliveries/settings.ts'
import { type Findings, median, percentile } from './measurement.ts'
import { withPostgres } from './with-postgres.ts'

/** The two are measured in turns, so that other load affects both alike. */
const TURNS = 40
const IN_ONE_TURN = 250
const WARM_UP = 1_000
/** The result is the median of the parts' percentiles, because other load comes in bursts. */
const PARTS = 10
const MAX_TIMES = 1.5

/**
 * Measures how long "may this caller reach this tracking number" takes with a million blocked numbers on
 * PostgreSQL, through the telephony port of the real server, one call after the other. Half of the
 * callers are blocked. For comparison, another process of the same server, on the same database, gives a
 * fixed answer: only the query of the database is missing.
 */
export function callerCheck(say: (sentence: string) => void): Promise<Findings> {
  return withPostgres(async createDatabase => {
    const url = await createDatabase()
    say(`blocking ${NUMBERS.toLocaleString('en')} numbers on ${LISTS} lists`)
    await fillCallers(url)
    const settings = settingsOnPostgres(url)
    const fixed = new URL('./caller-check/fixed-verdict.ts', import.meta.url)
    const servers = await Promise.all([
      runRedial(settings),
      runRedial({ ...settings, NODE_OPTIONS: `--import=${fixed.href}` }),
    ])
    const [checking, answering] = servers.map(server => new Client(server.url))
    if (checking === undefined || answering === undefined) throw new Error('A server is missing')
    try {
      await ask(checking, WARM_UP)
      await ask(answering, WARM_UP, 'fixed')
      say(`asking ${TURNS} × ${IN_ONE_TURN} times each, in turns`)
      const checks: number[] = []
      const replies: number[] = []
      for (let turn = 0; turn < TURNS; turn++) {
        checks.push(...(await ask(checking, IN_ONE_TURN)))
        replies.push(...(await ask(answering, IN_ONE_TURN, 'fixed')))
      }
      return findings(checks, replies)
    } finally {
      await Promise.all([checking.close(), answering.close()])
      await Promise.all(servers.map(server => server.kill('SIGTERM')))
    }
  })
}

/** @returns how long each answer took until its last byte, in ms */
async function ask(
  client: Client,
  times: number,
  verdict: 'checked' | 'fixed' = 'checked',
): Promise<number[]> {
  const samples: number[] = []
  for (let round = 0; round < times; round++) {
    const company = round % COMPANIES
    const place = Math.floor(Math.random() * (NUMBERS / LISTS - 1)) * LISTS
    const isBlocked = Math.random() < 0.5
    // One of the company's own list, or of the list of another company.
    const caller = FIRST_NUMBER + place + (isBlocked ? company : (company + 1) % COMPANIES)
    const begun = performance.now()
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: '/telephony/v1/callers/check/',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${TELEPHONY_KEY}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        tracking_number: String(TRACKING_NUMBER + company),
        caller_number: String(caller),
      }),
    })
    const text = await body.text()
    samples.push(performance.now() - begun)
    if (statusCode !== 200) throw new Error(`${statusCode} ${text}`)
    const { allowed } = CallerVerdict.parse(JSON.parse(text))
    const expected = verdict === 'fixed' || !isBlocked
    if (allowed !== expected) throw new Error(`${caller} was answered wrongly: ${text}`)
  }
  return samples
}

function findings(checks: number[], replies: number[]): Findings {
  const [check, reply] = [tail(checks), tail(replies)]
  const times = check / reply
  return {
    measurements: [
      {
        what: 'Caller check with 1,000,000 blocked numbers, of a fixed reply (99th percentile)',
        measured: `${times.toFixed(2)} times (${TURNS} × ${IN_ONE_TURN} each)`,
        limit: `at most ${MAX_TIMES} times`,
        reached: times <= MAX_TIMES,
      },
    ],
    notes: [
      note('the check', checks, check),
      note('a fixed reply by the same route, hooks and schemas', replies, reply),
    ],
  }
}

/** The median of the parts' 99th percentiles. */
function tail(samples: number[]): number {
  const size = samples.length / PARTS
  return median(
    Array.from({ length: PARTS }, (_, part) =>
      percentile(samples.slice(part * size, (part + 1) * size), 99),
    ),
  )
}

function note(of: string, samples: number[], tailMs: number): string {
  const ms = (value: number) => `${value.toFixed(2)} ms`
  return `${of}: median ${ms(median(samples))}, 99th percentile ${ms(tailMs)} (median of ${PARTS} parts), of all ${ms(percentile(samples, 99))}`
}
