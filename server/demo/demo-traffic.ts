import type { FastifyBaseLogger } from 'fastify'
import { fetch } from 'undici'
import { type CallerCheck, CallerVerdict, type EndedCall } from '../../contract/telephony.ts'
import { REAL_CLOCK, type Wait } from '../config/timings.ts'
import { BLOCKED_FOR_ALL, FAILING_COMPANIES, RECOVERED_COMPANIES } from './demo-companies.ts'
import { callerNumber, completedAnalysis, createRandom, endedCall } from './demo-day.ts'

type DemoTrafficOptions = {
  /** The base address of /telephony/v1/. */
  url: string
  telephonyKey: string
  timeZone: string
  logger: Pick<FastifyBaseLogger, 'debug'>
  /** Waits between calls and between the parts of a call. Only tests pass their own. */
  wait?: Wait
}

/** In seconds. Nobody would wait ten minutes for a call, so in the demo they end at once. */
const BETWEEN_CALLS: Pause = [15, 45]
const UNTIL_A_CALL_ENDS: Pause = [2, 8]
const UNTIL_ITS_ANALYSIS: Pause = [3, 8]

/** A few hundred real failures a day, if it runs all day. */
const TO_A_FAILING_RECEIVER = 1 / 12
const FROM_A_BLOCKED_CALLER = 1 / 12

/**
 * Acts as a telephone switch for the demo's companies, so that something happens: about every half
 * minute a call comes in, is checked and reported as ended, and analysed if its tracking number has
 * AI. A request that fails is logged at `debug`, and the next call is made anyway.
 */
export function startDemoTraffic(options: DemoTrafficOptions) {
  const { timeZone, logger, wait = REAL_CLOCK.wait } = options
  const random = createRandom(`traffic ${Date.now()}`)
  const stop = new AbortController()
  const pause = ([least, most]: Pause) =>
    wait(random.integer(least * 1_000, most * 1_000), stop.signal)
  const post = (path: string, body: object) => postTo(options, path, body, stop.signal)
  let lastId = 0

  async function makeCall(): Promise<void> {
    // Derived from the time, so that no two starts share one. The ids in demo-day.ts are far lower.
    lastId = Math.max(lastId + 1, Date.now())
    const companies = random.chance(TO_A_FAILING_RECEIVER) ? FAILING_COMPANIES : RECOVERED_COMPANIES
    const company = random.pick(companies)
    const trackingNumber = random.pick(company.trackingNumbers)
    // Unless somebody has unblocked them.
    const caller_number = random.chance(FROM_A_BLOCKED_CALLER)
      ? random.pick(BLOCKED_FOR_ALL)
      : callerNumber(random)
    const check: CallerCheck = { tracking_number: trackingNumber.phone_number, caller_number }
    const { allowed } = CallerVerdict.parse(await post('callers/check/', check))
    // It never connected, so it has no end.
    if (!allowed) return
    await pause(UNTIL_A_CALL_ENDS)
    const call = { id: lastId, company, trackingNumber, endedAt: new Date(), timeZone }
    const ended: EndedCall = { ...endedCall(call, random), caller_number }
    await post('calls/', ended)
    if (!ended.answered || !trackingNumber.ai_enabled) return
    await pause(UNTIL_ITS_ANALYSIS)
    await post('analyses/', completedAnalysis(call, random))
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await pause(BETWEEN_CALLS)
        await makeCall()
      } catch (error) {
        if (!stop.signal.aborted) logger.debug(error, 'a call of the demo came to nothing')
      }
    }
  }

  const running = run()
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}

type Pause = [least: number, most: number]

async function postTo(
  { url, telephonyKey }: DemoTrafficOptions,
  path: string,
  sent: object,
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await fetch(`${url}/telephony/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${telephonyKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
    signal,
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  return body
}
