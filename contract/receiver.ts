import * as z from 'zod/mini'
import { DEFAULT_COUNTRY } from './blocklist.ts'
import { Attempt, CallOfItem, FailedEventList } from './failed-event.ts'
import { ReceiverUrl } from './receiver-url.ts'
import { RequestText } from './text/request-text.ts'
import { Stamp } from './time/stamp.ts'

/**
 * The form of a tracking number in the receiver settings. "+27 (21) 555-0100", "0027215550100" and
 * "27215550100" all give the same result. Text that is not a phone number stays unchanged.
 */
export function trackingNumberKey(written: string): string {
  const text = written.trim()
  // Two expressions, because a single one would try each digit of a long text as the first.
  if (!/^\+?[\d\s().-]+$/.test(text) || !/\d/.test(text)) return text
  return text.replace(/\D/g, '').replace(/^00/, '')
}

/**
 * A number of the default country has two forms: "27105550142" and "0105550142". A setting in one
 * form also applies to events that write the other one.
 *
 * @returns the key, then that of its other form
 */
export function trackingNumberKeys(written: string): string[] {
  const key = trackingNumberKey(written)
  const [, code, number = ''] = NUMBER_OF_COUNTRY.exec(key) ?? []
  if (number === '') return [key]
  return [key, (code === '0' ? DEFAULT_COUNTRY.callingCode : '0') + number]
}

const NUMBER_OF_COUNTRY = new RegExp(
  `^(${DEFAULT_COUNTRY.callingCode}|0)([1-9]\\d{${DEFAULT_COUNTRY.digits - 1}})$`,
)

/** Longer names help nobody and do not fit into an index. */
const MAX_NAME_LENGTH = 500

/**
 * The name that identifies a receiver: the host of its URL, with the port if it isn't 443, and its
 * path. Many customers share the host of an automation service, and the query may differ between
 * events (docs/decisions/0039).
 */
export function receiverName(url: string): string {
  const parsed = URL.parse(url)
  const name = parsed?.host ? `${parsed.host}${parsed.pathname.replace(/\/$/, '')}` : url
  return name.slice(0, MAX_NAME_LENGTH)
}

/** The host of `receiverName`, or of what begins like it, with its port. */
export function receiverHost(name: string): string {
  return name.split('/', 1)[0] ?? ''
}

const TrackingNumber = z.pipe(
  RequestText.check(z.maxLength(100)),
  z.pipe(z.transform(trackingNumberKey), z.string().check(z.minLength(1))),
)

/** The path parameter of endpoints about the receiver of one tracking number. */
export const ReceiverPath = z.object({ tracking_number: TrackingNumber })

/** The body of PUT /gateway/receivers/{tracking_number}. */
export const ReceiverChange = z.object({ url: ReceiverUrl })

/** The URL for a tracking number's events without a callback URL, with who set it and when. */
export const ReceiverSetting = z.object({
  tracking_number: z.string(),
  url: z.string(),
  who: z.nullable(z.string()),
  set_at: Stamp,
})
export type ReceiverSetting = z.infer<typeof ReceiverSetting>

/** GET /gateway/receivers: all receiver settings of the account, by tracking number. */
export const ReceiverSettings = z.object({ results: z.array(ReceiverSetting) })

/** The body of POST /gateway/receiver-probes. */
export const ReceiverTestRequest = z.object({ url: ReceiverUrl })

/**
 * The steps of a receiver test; each needs the one before. 'proxy' is the step for the proxy in front
 * of receivers, if there is one.
 */
export const ReceiverTestStep = z.enum([
  'address',
  'name',
  'proxy',
  'connection',
  'certificate',
  'answer',
])
export type ReceiverTestStep = z.infer<typeof ReceiverTestStep>

/** The current condition of a receiver, tested without sending an event. */
export const ReceiverTestResult = z.object({
  /** Its host, with the port if it isn't 443. */
  receiver: z.string(),
  at: Stamp,
  /** The failed step and the reason, in a failed attempt's words; null if the receiver answered. */
  failed_at: z.nullable(ReceiverTestStep),
  problem: z.nullable(z.string()),
  /** The certificate that it showed, valid or not. */
  certificate_valid_until: z.nullable(Stamp),
  /** Its answer to HEAD. Any status means that the receiver is reachable. */
  status: z.nullable(z.int()),
  duration_ms: z.int().check(z.nonnegative()),
})
export type ReceiverTestResult = z.infer<typeof ReceiverTestResult>

/** A receiver by its `receiverName`. */
export const ReceiverOutcomesQuery = z.object({
  receiver: RequestText.check(z.maxLength(MAX_NAME_LENGTH)),
})

/** One attempt of a replay, for the receiver's page. */
export const ReceiverOutcome = z.extend(Attempt, {
  run_id: z.uuid(),
  list: FailedEventList,
  event_id: z.string(),
  call: z.nullable(CallOfItem),
  delivered: z.boolean(),
})
export type ReceiverOutcome = z.infer<typeof ReceiverOutcome>

const OutcomeCounts = z.object({
  delivered: z.int().check(z.nonnegative()),
  failed: z.int().check(z.nonnegative()),
})
export type OutcomeCounts = z.infer<typeof OutcomeCounts>

/**
 * Each receiver has one state, by all evidence (docs/decisions/0062). "failing": events failed since the last delivery,
 * or it doesn't answer now. "recovered": events are delivered again, until none from before is missing, and for at
 * least 24 hours. "working": neither, and an event was delivered within 7 days.
 * "quiet": nothing is missing, and nothing was delivered for 7 days. What failed counts for the days of `overviewRange`.
 */
export const ReceiverState = z.enum(['failing', 'recovered', 'working', 'quiet'])
export type ReceiverState = z.infer<typeof ReceiverState>

const Count = z.int().check(z.nonnegative())

/** An extension of our own service (docs/interface.md). */
export const RECEIVER_HEALTH_PATH = '/v1/receiver_health/'

/** How the latest deliveries to a receiver went. Replays are not among them. */
export const LiveDeliveries = z.object({
  delivered: Count,
  /** Given up after the last retry. */
  failed: Count,
  /** Failed at least once, and tried again. */
  retrying: Count,
  /** How long half of the delivered events took at most, with their retries; null if none was delivered. */
  median_ms: z.nullable(Count),
})
export type LiveDeliveries = z.infer<typeof LiveDeliveries>

/** The answer of GET /v1/receiver_health/: the latest deliveries of at most 24 hours. */
export const ReceiverHealth = z.object({
  results: z.array(
    z.extend(LiveDeliveries, {
      callback_url: z.string(),
      companies: z.array(z.string()),
      last_delivered_at: z.nullable(Stamp),
      /** The first delivery after the last failure; null if there is none. */
      recovered_at: z.nullable(Stamp),
    }),
  ),
})
export type ReceiverHealth = z.infer<typeof ReceiverHealth>

/** A receiver that events were sent to, that the account replays to, or that is set for a tracking number. */
export const Receiver = z.object({
  /** Its name, or UNKNOWN_RECEIVER for the events that name none. */
  receiver: z.string(),
  /** The most frequent ones first. */
  companies: z.array(z.string()),
  state: ReceiverState,
  /** Events that failed in `overviewRange`, since the last delivery, and are neither delivered nor handled. */
  failures: Count,
  /** How the newest of `failures` failed; without failures, the most frequent cause of the undelivered events. */
  cause: z.nullable(z.string()),
  /** When the first of `failures` failed. */
  first_failure: z.nullable(Stamp),
  last_failure: z.nullable(Stamp),
  /** The last delivery, live or by a replay. */
  last_delivery: z.nullable(Stamp),
  /** The first delivery after the last failure. */
  recovered_at: z.nullable(Stamp),
  /** Whether a replay made it. Otherwise the service did, without a person. */
  recovered_by_replay: z.boolean(),
  /** null if the service doesn't say how deliveries go, or made none. */
  live: z.nullable(LiveDeliveries),
  /** The copied events of `overviewRange`, calls and AI events, whatever became of them. */
  failed: Count,
  /** Those of them that are still missing. */
  missing: z.object({ call_events_fail: Count, transcription_events_fail: Count }),
  /** How many seconds late its attempts start; null if they start in time. */
  late_s: z.nullable(z.int()),
  tracking_numbers: Count,
})
export type Receiver = z.infer<typeof Receiver>

/** GET /gateway/receivers/all. Receivers that need a person come first. */
export const Receivers = z.object({ results: z.array(Receiver) })

/** GET /gateway/receivers/outcomes: the outcomes of the account's replays to one receiver. */
export const ReceiverOutcomes = z.object({
  receiver: z.string(),
  last_24_hours: OutcomeCounts,
  last_7_days: OutcomeCounts,
  /** The latest attempts, newest first. */
  recent: z.array(ReceiverOutcome),
})
export type ReceiverOutcomes = z.infer<typeof ReceiverOutcomes>
