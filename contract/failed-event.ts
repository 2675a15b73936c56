import * as z from 'zod/mini'
import { Cause } from './cause.ts'
import { isRecord, jsonInside, jsonOf, TextOrNumber } from './text/json-inside.ts'
import { webhookName } from './text/payload-text.ts'
import { StorableText } from './text/request-text.ts'
import { CalendarDate } from './time/calendar-date.ts'
import { Stamp } from './time/stamp.ts'

/** The id of an event. A database's text can't contain U+0000, and a URL no lone surrogate. */
export const EventId = StorableText.check(z.minLength(1), z.maxLength(500))

/** The two lists of failed deliveries, by the last part of their path. */
export const FailedEventList = z.enum(['call_events_fail', 'transcription_events_fail'])
export type FailedEventList = z.infer<typeof FailedEventList>

/** @param list null for both lists */
export function listsOf(list: FailedEventList | null): FailedEventList[] {
  return list === null ? FailedEventList.options : [list]
}

/** The webhook that failed (docs/interface.md, "Events"). */
export const WebhookEvent = z.enum(['call_termination', 'missed_call_saver', 'data_event'])
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** One attempt of a delivery. `status` is null if no answer came; `error` and `cause` then say why. */
export const Attempt = z.object({
  at: Stamp,
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  cause: z.nullish(Cause),
  duration_ms: z.int().check(z.nonnegative()),
})
export type Attempt = z.infer<typeof Attempt>

/** An attempt as any service may report it: missing or malformed fields are null. */
export type UpstreamAttempt = {
  at: string | null
  status: number | null
  error: string | null
  /** Only our own service reports it. */
  cause?: Cause | null
  duration_ms: number | null
  /** Fields that are not named above or have an unexpected shape, unchanged. */
  other_fields: Record<string, unknown>
  /** Its position among the attempts as the service sends them, which may be newest first. */
  index: number
}

/** The query of both lists: from 00:00 of `from_date` until before 00:00 of `to_date`. */
export const DateRangeQuery = z.object({
  from_date: z.optional(CalendarDate).check(z.describe('Start of the date range. Default: today.')),
  to_date: z
    .optional(CalendarDate)
    .check(z.describe('End of the date range, not included. Default: tomorrow.')),
})

/** An item of both lists as our own service sends it. */
export const FailedEventRecord = z.object({
  id: z.int(),
  event: WebhookEvent,
  callback_url: z.string(),
  attempts: z.array(Attempt),
  failed_at: Stamp,
  request_json: z.record(z.string(), z.unknown()).check(z.describe('The payload for a replay.')),
})
export type FailedEventRecord = z.infer<typeof FailedEventRecord>

/**
 * An item as any service may send it: all fields except `request_json` may be missing or have another
 * shape. If `request_json` is also missing, the item itself is the payload.
 */
export type FailedEvent = {
  /** null if the service sends no usable id. Numbers are converted to text. */
  id: string | null
  /** A `WebhookEvent`, or a foreign service's name for the kind of event. */
  event: string | null
  callback_url: string | null
  attempts: UpstreamAttempt[]
  /** The path of the list of attempts in the item. */
  attempts_path: (string | number)[]
  /** How many attempts the service made; null if it doesn't say. */
  attempt_count: number | null
  /** How the last attempt failed; null if the service doesn't say. */
  outcome: Pick<UpstreamAttempt, 'status' | 'error' | 'cause'> | null
  failed_at: string | null
  payload: unknown
  /** The payload with the names of docs/interface.md; the same object if the service uses them. */
  call: unknown
  /** Fields that are not named above or have an unexpected shape, unchanged. */
  unknown_fields: Record<string, unknown>
}

/**
 * The receiver of an event; null if it names none. A value of another kind becomes a text that is no URL:
 * such an event must not go to the receiver that is set for events without one.
 */
export function receiverText(value: unknown): string | null {
  if (value === undefined || value === null || value === false) return null
  if (typeof value === 'string') return value.trim() === '' ? null : value
  return `not a URL: ${typeof value === 'object' ? jsonOf(value) : String(value)}`.slice(0, 500)
}

export const LooseId = z.pipe(TextOrNumber, EventId)

/** The name of the object about the webhook in an item that describes a delivery (`webhookName`). */
export function webhookNameOf(item: Record<string, unknown>): string | null {
  return webhookName(Object.entries(item).map(([name, value]) => [name, isRecord(value)]))
}

/** What an item says was sent, and the object with its call. The description of a delivery may have only the latter. */
export function payloadParts(item: unknown): {
  payload: unknown
  call: unknown
  isEnvelope: boolean
} {
  const fields = isRecord(item) ? item : {}
  const name = webhookNameOf(fields)
  const webhook = name === null ? null : fields[name]
  if (isRecord(webhook)) {
    const sent = typeof webhook.payload === 'string' ? jsonInside(webhook.payload) : undefined
    return { payload: sent ?? null, call: sent ?? webhook, isEnvelope: true }
  }
  const isEnvelope = fields.request_json !== undefined
  const sent = isEnvelope ? fields.request_json : item
  // A service that stores JSON as text sends a string.
  const payload = typeof sent === 'string' ? (jsonInside(sent) ?? sent) : sent
  return { payload, call: payload, isEnvelope }
}

/** A single attempt may come without a list, and several may have their own names. */
export function listOfAttempts(attempts: unknown): unknown {
  if (Array.isArray(attempts)) return attempts
  if (!isRecord(attempts)) return attempts
  const others = Object.values(attempts)
  return others.every(isRecord) ? others : [attempts]
}

/** The fields by which people recognise a call, if the payload has them. */
export const CallOfItem = z.object({
  company: z.nullable(z.string()),
  caller_number: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  /** When it began, or when it ended if the start is unknown. */
  at: z.nullable(Stamp),
})
export type CallOfItem = z.infer<typeof CallOfItem>
