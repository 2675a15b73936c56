import * as z from 'zod/mini'
import { Cause } from './cause.ts'
import { EventState } from './event-state.ts'
import type { FailedEventList } from './failed-event.ts'
import { NOWHERE, type PageRequest } from './pages/page-place.ts'
import { ReplayItem } from './replay.ts'

/** A page of the service's own list, as the gateway has read it with the caller's token. */
export const EVENT_PAGE_PATH = '/gateway/events/page'

/** The address of a page. `to_date` is not included, as in the service's lists. */
export function eventPagePath(
  list: FailedEventList,
  days: { from_date: string; to_date: string },
  { page, cursor, size }: PageRequest & { size: number },
): string {
  const query = new URLSearchParams({ list, ...days, page: String(page), page_size: String(size) })
  if (cursor !== undefined) query.set('cursor', cursor)
  return `${EVENT_PAGE_PATH}?${query}`
}

const Text = z.nullable(z.string())

const Outcome = {
  status: z.nullable(z.number()),
  error: Text,
  /** Only our own service reports it. */
  cause: z.nullish(Cause),
}

/** The known fields of a call, as `callFields` parses them; missing and invalid ones are absent or null. */
const ShownCall = z.object({
  call_id: z.nullish(z.string()),
  tracking_number: z.nullish(z.string()),
  caller_number: z.nullish(z.string()),
  call_start_stamp: z.nullish(z.string()),
  call_end_stamp: z.nullish(z.string()),
  call_duration: z.nullish(z.number()),
  answered: z.nullish(z.boolean()),
  recording_url: z.nullish(z.string()),
  company: z.nullish(z.object({ name: z.string(), reference: z.nullish(z.string()) })),
  contact: z.nullish(z.object({ name: z.string() })),
  reference: z.nullish(z.string()),
})
export type ShownCall = z.infer<typeof ShownCall>

/** The name of the company that lists show for a call without one. */
export const UNKNOWN_COMPANY = 'Unknown company'

/** When the call ended or, if that is unknown, began. */
export function callTime({
  call_end_stamp,
  call_start_stamp,
}: Pick<ShownCall, 'call_start_stamp' | 'call_end_stamp'>): string | null {
  return call_end_stamp ?? call_start_stamp ?? null
}

/**
 * A failed event of any service in the terms of docs/interface.md, without its payload. Fields that are missing or
 * malformed are null.
 */
export const ShownEvent = z.object({
  /** The service's id, or one from the event's content (docs/decisions/0023). */
  id: z.string(),
  /** Ordinal among events with the same id on the page, from 2; absent on the first. */
  ordinal: z.optional(z.int()),
  /** The id of a payload without an envelope, if the event has no id of its own. */
  payload_id: z.optional(z.string()),
  /** The service does not list what was sent, so it can't be sent again. */
  lacks_payload: z.optional(z.literal(true)),
  /** A `WebhookEvent`, or a foreign service's name for the kind of event. */
  event: Text,
  callback_url: Text,
  /** Oldest first. */
  attempts: z.array(
    z.object({
      ...Outcome,
      at: Text,
      duration_ms: z.nullable(z.number()),
      /** Names of fields that are not shown elsewhere. */
      other_fields: z.array(z.string()),
      /** Its position among the attempts as the service sends them, which may be newest first. */
      index: z.int(),
    }),
  ),
  /** The path of the list of attempts in the item. */
  attempts_path: z.array(z.union([z.string(), z.int()])),
  /** How many attempts the service made; null if it doesn't say. */
  attempt_count: z.nullable(z.number()),
  /** How the last attempt failed; null if the service doesn't say. */
  outcome: z.nullable(z.object(Outcome)),
  failed_at: Text,
  /** A time of failure that can't be read, as the service wrote it. */
  unread_time: z.optional(z.string()),
  call: ShownCall,
  /** Names of fields of the payload that `call` has under other names. */
  renamed_fields: z.array(z.string()),
  /** Names of fields that are not shown elsewhere. */
  unknown_fields: z.array(z.string()),
})
export type ShownEvent = z.infer<typeof ShownEvent>

const Place = z.object({ page: z.int(), cursor: z.optional(z.string()) })

/** A page that could be read. */
export const ShownPage = z.object({
  /** null if the service doesn't count. */
  count: z.nullable(z.number()),
  next: z.nullable(z.union([z.literal(NOWHERE), Place])),
  previous: z.nullable(Place),
  /** Whether the service names no previous page. A request for a later page may return the first again. */
  is_first: z.boolean(),
  /** Columns that no field of the service can fill, by their ids. */
  missing_columns: z.array(z.string()),
  results: z.array(ShownEvent),
  /** What became of them, as POST /gateway/event-states answers. */
  states: z.object({
    version: z.string(),
    results: z.array(EventState),
    replays: z.array(ReplayItem),
  }),
})
export type ShownPage = z.infer<typeof ShownPage>

/** The answer of GET /gateway/events/page. Errors of the service are passed on. */
export const EventPageAnswer = z.object({
  /** null if the service's answer is no list that can be read. */
  page: z.nullable(ShownPage),
  /** The service's answer, or the part of it that lists the page. Parsing loses how numbers were written. */
  text: z.string(),
})
export type EventPageAnswer = z.infer<typeof EventPageAnswer>

/** The events of POST /gateway/events/full, whose body names them like that of POST /gateway/handled-events. */
export const FULL_EVENTS_PATH = '/gateway/events/full'

/** A failed event with its exact JSON, which has its payload. */
export const FullEvent = z.object({ event: ShownEvent, text: z.string() })
export type FullEvent = z.infer<typeof FullEvent>

export const FullEvents = z.object({ results: z.array(FullEvent) })
