import { createHash } from 'node:crypto'
import type { Attempt } from '../../contract/failed-event.ts'
import type { CompletedAnalysis, EndedCall } from '../../contract/telephony.ts'
import type { CalendarDate } from '../../contract/time/calendar-date.ts'
import { stampIn } from '../../contract/time/stamp.ts'
import { callTermination, dataEvent, missedCall } from '../service/call-reports/payloads.ts'
import { describeStatus, readFailure } from '../webhooks/http/cause.ts'
import type { FinalFailure } from '../webhooks/store/record-failed-events.ts'
import {
  DEMO_COMPANIES,
  DEMO_PARTNER,
  type DemoCompany,
  type DemoTrackingNumber,
  FAILING_COMPANIES,
  RECOVERED_COMPANIES,
  type ReceiverBehaviour,
} from './demo-companies.ts'
import { type DemoPorts, receiverUrl } from './demo-receivers.ts'

/**
 * How an attempt ends: the outcome as the sender reports it, and the shortest and longest duration.
 */
type Outage = Pick<Attempt, 'status' | 'error' | 'cause'> & { takesMs: [number, number] }

const CAUSES = {
  error: answered(500, [40, 900]),
  unavailable: answered(503, [15, 200]),
  missing: answered(404, [20, 180]),
  noContent: answered(204, [60, 700]),
  timeout: {
    status: null,
    error: 'did not answer within 10 seconds',
    cause: { code: 'timeout', seconds: 10 },
    takesMs: [10_000, 10_006],
  },
  refused: broke('ECONNREFUSED', [1, 45]),
  reset: broke('ECONNRESET', [30, 2400]),
  untrusted: broke('DEPTH_ZERO_SELF_SIGNED_CERT', [25, 160]),
  expired: broke('CERT_HAS_EXPIRED', [25, 160]),
} satisfies Record<string, Outage>

/** A receiver that works again may have failed for any reason; the others fail as they do today. */
const CAUSES_OF: Record<ReceiverBehaviour, readonly [Outage, ...Outage[]]> = {
  recovered: [
    CAUSES.error,
    CAUSES.unavailable,
    CAUSES.missing,
    CAUSES.timeout,
    CAUSES.refused,
    CAUSES.reset,
    CAUSES.expired,
  ],
  broken: [CAUSES.error],
  moved: [CAUSES.missing],
  hangs: [CAUSES.timeout],
  'no content': [CAUSES.noContent],
  untrusted: [CAUSES.untrusted],
  unreachable: [CAUSES.refused],
}

/**
 * What was wrong with a receiver on that day: one outage, different from the days before and after.
 */
export function outageOf(company: DemoCompany, day: CalendarDate): Outage {
  const causes = CAUSES_OF[company.receiver]
  const turn = DEMO_COMPANIES.indexOf(company) + Date.parse(day) / DAY_MS
  return causes[turn % causes.length] ?? causes[0]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The job queue polls about this often, so a retry is never exactly on time. */
const LATE_MS: [number, number] = [120, 1_400]

/**
 * The four attempts of a delivery that failed finally at `failedAt`, oldest first (docs/interface.md,
 * "States and transitions").
 */
function attemptsUpTo(
  failedAt: Date,
  outage: Outage,
  timeZone: string,
  random: Random,
): [first: Attempt, ...Attempt[]] {
  const { takesMs, ...failure } = outage
  const endingAt = (end: number): Attempt => {
    const duration_ms = random.integer(...takesMs)
    return { at: stampIn(new Date(end - duration_ms), timeZone), ...failure, duration_ms }
  }
  const before = (retry: Attempt, minutes: number): Attempt =>
    endingAt(Date.parse(retry.at) - minutes * 60_000 - random.integer(...LATE_MS))

  const thirdRetry = endingAt(failedAt.getTime())
  const secondRetry = before(thirdRetry, 30)
  const firstRetry = before(secondRetry, 5)
  return [before(firstRetry, 1), firstRetry, secondRetry, thirdRetry]
}

function answered(status: number, takesMs: [number, number]): Outage {
  return { status, error: describeStatus(status), takesMs }
}

function broke(code: string, takesMs: [number, number]): Outage {
  return { status: null, ...readFailure(Object.assign(new Error(code), { code })), takesMs }
}

type DemoDay = {
  day: CalendarDate
  /** The part of the day to fill with failures: from `from` up to but not including `to`. */
  from: Date
  to: Date
  timeZone: string
  ports: DemoPorts
}

/** The minimum of failed calls in a day: three pages of 20. */
export const LEAST_CALLS = 45
const MAX_CALLS = 60
const LEAST_AI_EVENTS = 10
const MAX_AI_EVENTS = 15
/** One in this many failed calls is a Missed Call Saver's. */
const MISSED_CALL_EVERY = 7

/** With the call that the event is about. */
export type DemoFailure = FinalFailure & { call: DemoCall }

/** A day's failures, each list oldest first. The same day always has the same failures. */
export function demoDay(day: DemoDay): { calls: DemoFailure[]; aiEvents: DemoFailure[] } {
  const random = createRandom(`${DEMO_PARTNER.name} ${day.day}`)
  const firstId = (Date.parse(day.day) / DAY_MS) * 1_000
  const calls = random.integer(LEAST_CALLS, MAX_CALLS)
  const aiEvents = random.integer(LEAST_AI_EVENTS, MAX_AI_EVENTS)
  return {
    calls: failures(day, random, firstId, calls, index =>
      index % MISSED_CALL_EVERY === 3 ? MISSED_CALL_SAVER : CALL_TERMINATION,
    ),
    aiEvents: failures(day, random, firstId + MAX_CALLS, aiEvents, () => DATA_EVENT),
  }
}

function failures(
  day: DemoDay,
  random: Random,
  firstCallId: number,
  count: number,
  webhookAt: (index: number) => Webhook,
): DemoFailure[] {
  const companies = dealCompanies(count, random)
  return moments(count, day, random).map((failed_at, index) => {
    const { event, path, hasIt, payload } = webhookAt(index)
    const company = companies[index] ?? random.pick(companies)
    const outage = outageOf(company, day.day)
    const attempts = attemptsUpTo(failed_at, outage, day.timeZone, random)
    const endedAt = new Date(Date.parse(attempts[0].at) - random.integer(400, 3_000))
    const call = {
      id: firstCallId + index,
      company,
      trackingNumber: random.pick(company.trackingNumbers.filter(hasIt)),
      endedAt,
      timeZone: day.timeZone,
    }
    return {
      call,
      event,
      callback_url: receiverUrl(company, path, day.ports),
      attempts,
      failed_at,
      request_json: JSON.stringify(payload(call, random)),
    }
  })
}

/** Two of three replays succeed, and the newest page has every kind of failure. */
const HAND = [
  ...FAILING_COMPANIES,
  ...RECOVERED_COMPANIES,
  ...RECOVERED_COMPANIES,
  ...RECOVERED_COMPANIES,
]

/** The companies of the failures, oldest first. The newest failures include every company. */
function dealCompanies(count: number, random: Random): DemoCompany[] {
  const hands = Array.from({ length: Math.ceil(count / HAND.length) }, () => random.shuffle(HAND))
  return hands.flat().slice(-count)
}

type Webhook = Pick<FinalFailure, 'event'> & {
  path: 'calls' | 'missed-calls'
  hasIt: (trackingNumber: DemoTrackingNumber) => boolean
  payload: (call: DemoCall, random: Random) => object
}

const CALL_TERMINATION: Webhook = {
  event: 'call_termination',
  path: 'calls',
  hasIt: () => true,
  payload: (call, random) =>
    callTermination(endedCall(call, random), companyOf(call), call.timeZone),
}
const MISSED_CALL_SAVER: Webhook = {
  event: 'missed_call_saver',
  path: 'missed-calls',
  hasIt: ({ missed_call_saver }) => missed_call_saver,
  payload: (call, random) =>
    missedCall(endedCall(call, random, false), companyOf(call), call.timeZone),
}
const DATA_EVENT: Webhook = {
  event: 'data_event',
  path: 'calls',
  hasIt: ({ ai_enabled }) => ai_enabled,
  payload: (call, random) =>
    dataEvent(completedAnalysis(call, random), call.trackingNumber.phone_number, companyOf(call)),
}

function companyOf({ company: { name, reference } }: DemoCall) {
  return { name, reference }
}

/** When the events failed, oldest first: mostly around noon, when dealers are open. */
function moments(count: number, { from, to }: DemoDay, random: Random): Date[] {
  const length = to.getTime() - from.getTime()
  const fractions = Array.from({ length: count }, () =>
    random.chance(0.85) ? 0.28 + (random.fraction() + random.fraction()) * 0.28 : random.fraction(),
  )
  return fractions
    .sort((a, b) => a - b)
    .map(fraction => new Date(from.getTime() + Math.floor(fraction * length)))
}

type DemoCall = {
  id: number
  company: DemoCompany
  trackingNumber: DemoTrackingNumber
  endedAt: Date
  timeZone: string
}

const MOBILE_PREFIXES = ['2760', '2761', '2763', '2771', '2772', '2773', '2782', '2783', '2784']

/**
 * A call as the telephone switch reports it, whether somebody answered or not. The service knows whose
 * number it is.
 */
export function endedCall(
  { id, company, trackingNumber, endedAt, timeZone }: DemoCall,
  random: Random,
  answered = random.chance(0.78),
): EndedCall {
  const recorded = answered && random.chance(0.85)
  const call_duration = answered ? random.integer(18, 720) : random.integer(6, 45)
  const startedAt = new Date(endedAt.getTime() - call_duration * 1000)
  return {
    call_id: id,
    tracking_number: trackingNumber.phone_number,
    caller_number: callerNumber(random),
    call_start_stamp: stampIn(startedAt, timeZone),
    call_end_stamp: stampIn(endedAt, timeZone),
    call_duration,
    answered,
    recording_url: recorded ? `https://recordings.example.com/${id}.mp3` : null,
    contact: random.pick(company.agents),
    reference: random.chance(0.4) ? `session-${random.integer(100_000, 999_999)}` : null,
  }
}

/** The same for its analysis. */
export function completedAnalysis({ id }: DemoCall, random: Random): CompletedAnalysis {
  return {
    call_id: id,
    intent: random.pick(INTENTS),
    outcome: random.pick(OUTCOMES),
    vehicle: random.chance(0.75) ? random.pick(VEHICLES) : null,
    sentiment: random.pick(['positive', 'positive', 'neutral', 'negative'] as const),
  }
}

const INTENTS = ['purchase', 'test drive', 'trade-in', 'service booking', 'finance', 'parts']
const OUTCOMES = [
  'appointment made',
  'call back requested',
  'quote sent',
  'transferred to workshop',
  'no interest',
]
const VEHICLES = [
  'Toyota Hilux 2.8 GD-6',
  'VW Polo Vivo 1.4',
  'Ford Ranger Wildtrak',
  'Suzuki Swift 1.2 GL',
  'Haval Jolion',
  'Isuzu D-Max 250',
  'Citroën C3 Aircross',
]

/** With 555 in the middle, it is nobody's real number. */
export function callerNumber(random: Random): string {
  const last = String(random.integer(0, 9999)).padStart(4, '0')
  return `${random.pick(MOBILE_PREFIXES)}555${last}`
}

type Random = ReturnType<typeof createRandom>

/**
 * Random values that are the same for the same seed on every machine: mulberry32 over the seed's hash.
 */
export function createRandom(seed: string) {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()

  /** From 0 up to but not including 1. */
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Both ends included. */
  const integer = (least: number, most: number) =>
    least + Math.floor(fraction() * (most - least + 1))

  return {
    fraction,
    integer,
    chance: (probability: number) => fraction() < probability,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[integer(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    shuffle: <Item>(items: readonly Item[]): Item[] =>
      items
        .map(item => ({ item, place: fraction() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  }
}
