import * as z from 'zod/mini'
import { RequestText } from './blocklist.ts'
import { FailedEventList } from './failed-event.ts'
import { CallOfItem } from './replay.ts'
import { Stamp } from './time/stamp.ts'

/**
 * A tracking number as the receiver settings know it, however it is written: "+27 (21) 555-0100",
 * "0027215550100" and "27215550100" are one. Text that is no phone number stays as it is.
 */
export function trackingNumberKey(written: string): string {
  const text = written.trim()
  // Two expressions: one for both would try each digit of a long text as the first.
  if (!/^\+?[\d\s().-]+$/.test(text) || !/\d/.test(text)) return text
  return text.replace(/\D/g, '').replace(/^00/, '')
}

/** Longer names are of no use to anybody, and too long for an index. */
const MAX_NAME_LENGTH = 500

/**
 * What a receiver is called and known by: the host of its URL, with the port where that isn't 443,
 * and its path. Many customers share the host of a service for automation, and what follows the
 * path may differ from event to event.
 */
export function receiverName(url: string): string {
  const parsed = URL.parse(url)
  const name = parsed?.host ? `${parsed.host}${parsed.pathname.replace(/\/$/, '')}` : url
  return name.slice(0, MAX_NAME_LENGTH)
}

/** The host of `receiverName`, with its port. */
export function receiverHost(name: string): string {
  return name.replace(/\/.*/s, '')
}

const TrackingNumber = z.pipe(
  RequestText.check(z.maxLength(100)),
  z.pipe(z.transform(trackingNumberKey), z.string().check(z.minLength(1))),
)

/** In the path of what concerns the receiver of one tracking number. */
export const ReceiverPath = z.object({ tracking_number: TrackingNumber })

const ReceiverUrl = RequestText.check(z.maxLength(2_000))

/** The body of PUT /gateway/receivers/{tracking_number}. */
export const ReceiverChange = z.object({ url: ReceiverUrl })

/** Where a tracking number's events go that name no callback URL; who said so, and when. */
export const ReceiverSetting = z.object({
  tracking_number: z.string(),
  url: z.string(),
  who: z.nullable(z.string()),
  set_at: Stamp,
})
export type ReceiverSetting = z.infer<typeof ReceiverSetting>

/** GET /gateway/receivers: all that the account has set, by tracking number. */
export const ReceiverSettings = z.object({ results: z.array(ReceiverSetting) })

/** The body of POST /gateway/receiver-probes. */
export const ReceiverProbeRequest = z.object({ url: ReceiverUrl })

/**
 * How far a probe came; each step needs the one before. 'proxy' is the one that Redial reaches
 * receivers through, where there is one.
 */
export const ProbeStep = z.enum(['address', 'name', 'proxy', 'connection', 'certificate', 'answer'])
export type ProbeStep = z.infer<typeof ProbeStep>

/** What a receiver is like just now, asked without sending it anything. */
export const ReceiverProbe = z.object({
  /** Its host, with the port where that isn't 443. */
  receiver: z.string(),
  at: Stamp,
  /** The step that it failed at, and why, in the words of a failed attempt; null where it answered. */
  failed_at: z.nullable(ProbeStep),
  problem: z.nullable(z.string()),
  /** Of the certificate that it showed, be it good or not. */
  certificate_valid_until: z.nullable(Stamp),
  /** What it answered to HEAD. Any status means that it is there. */
  status: z.nullable(z.int()),
  duration_ms: z.int().check(z.nonnegative()),
})
export type ReceiverProbe = z.infer<typeof ReceiverProbe>

/** A receiver by its name, as `receiverName` makes it. */
export const ReceiverOutcomesQuery = z.object({
  receiver: RequestText.check(z.maxLength(MAX_NAME_LENGTH)),
})

/** One attempt of a replay, as the receiver's page shows it. */
export const ReceiverOutcome = z.object({
  run_id: z.uuid(),
  list: FailedEventList,
  event_id: z.string(),
  call: z.nullable(CallOfItem),
  at: Stamp,
  delivered: z.boolean(),
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  duration_ms: z.int().check(z.nonnegative()),
})
export type ReceiverOutcome = z.infer<typeof ReceiverOutcome>

const OutcomeCounts = z.object({
  delivered: z.int().check(z.nonnegative()),
  failed: z.int().check(z.nonnegative()),
})
export type OutcomeCounts = z.infer<typeof OutcomeCounts>

/** Whether the account's replays to a receiver arrive. */
export const ReceiverHealth = z.object({
  receiver: z.string(),
  last_delivery: z.nullable(Stamp),
  last_failure: z.nullable(Stamp),
  /** The first delivery after the last failure, or of all where none failed: it works since then. */
  works_since: z.nullable(Stamp),
})
export type ReceiverHealth = z.infer<typeof ReceiverHealth>

/**
 * "down": the last replay to it failed, or it doesn't answer now. "recovered": replays to it arrive
 * again after a failure of the last 7 days. "unknown": no replay has been sent to it.
 */
export const ReceiverState = z.enum(['down', 'recovered', 'works', 'unknown'])
export type ReceiverState = z.infer<typeof ReceiverState>

/** A receiver that the account replays to or has set for a tracking number. */
export const KnownReceiver = z.extend(ReceiverHealth, {
  state: ReceiverState,
  /** The first failure after the last delivery: no replay to it has arrived since then. */
  fails_since: z.nullable(Stamp),
  last_7_days: OutcomeCounts,
  /** How many seconds late its attempts begin; null if they begin in time. */
  late_s: z.nullable(z.int()),
  /** How many tracking numbers it is set for. */
  tracking_numbers: z.int().check(z.nonnegative()),
})
export type KnownReceiver = z.infer<typeof KnownReceiver>

/** GET /gateway/receivers/all: those that are down first. */
export const KnownReceivers = z.object({ results: z.array(KnownReceiver) })

/** A receiver that doesn't answer, and how many seconds late its attempts begin. */
export const LateReceiver = z.object({ receiver: z.string(), late_s: z.int() })
export type LateReceiver = z.infer<typeof LateReceiver>

/** GET /gateway/receivers/late: of the account's, the latest first. */
export const LateReceivers = z.object({ results: z.array(LateReceiver) })

/** How many receivers a request may ask about. */
export const MAX_RECEIVERS_ASKED_ABOUT = 50

/** Query of GET /gateway/receivers/health. */
export const ReceiverHealthQuery = z.object({
  receiver: z.pipe(
    z.union([
      z.pipe(
        z.string(),
        z.transform(name => [name]),
      ),
      z.array(z.string()),
    ]),
    z.array(ReceiverOutcomesQuery.shape.receiver).check(z.maxLength(MAX_RECEIVERS_ASKED_ABOUT)),
  ),
})

/** GET /gateway/receivers/health: of those receivers that something was replayed to. */
export const ReceiverHealths = z.object({ results: z.array(ReceiverHealth) })

/** GET /gateway/receivers/outcomes: what came of the account's replays to one receiver. */
export const ReceiverOutcomes = z.extend(ReceiverHealth, {
  last_24_hours: OutcomeCounts,
  last_7_days: OutcomeCounts,
  /** The last ones, newest first. */
  recent: z.array(ReceiverOutcome),
})
export type ReceiverOutcomes = z.infer<typeof ReceiverOutcomes>
