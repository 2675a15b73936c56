import type { CalendarDate } from '../../contract/time/calendar-date.ts'
import type { FinalFailure } from '../webhooks/store/record-failed-events.ts'
import { attemptsUpTo, outageOf } from './demo-causes.ts'
import {
  DEMO_PARTNER,
  type DemoCompany,
  type DemoTrackingNumber,
  FAILING_COMPANIES,
  RECOVERED_COMPANIES,
} from './demo-companies.ts'
import { callTermination, type DemoCall, dataEvent, missedCall } from './demo-payloads.ts'
import type { DemoPorts } from './demo-ports.ts'
import { receiverUrl } from './demo-receivers.ts'
import { createRandom, type Random } from './random.ts'

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

/** A day's failures, each list oldest first. The same day always has the same failures. */
export function demoDay(day: DemoDay): { calls: FinalFailure[]; aiEvents: FinalFailure[] } {
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

const DAY_MS = 24 * 60 * 60 * 1000

function failures(
  day: DemoDay,
  random: Random,
  firstCallId: number,
  count: number,
  webhookAt: (index: number) => Webhook,
): FinalFailure[] {
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

/** Whose failures they are, oldest first. The newest include every company. */
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
  payload: callTermination,
}
const MISSED_CALL_SAVER: Webhook = {
  event: 'missed_call_saver',
  path: 'missed-calls',
  hasIt: ({ missed_call_saver }) => missed_call_saver,
  payload: missedCall,
}
const DATA_EVENT: Webhook = {
  event: 'data_event',
  path: 'calls',
  hasIt: ({ ai_enabled }) => ai_enabled,
  payload: dataEvent,
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
