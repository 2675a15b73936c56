import * as z from 'zod/mini'
import { Entity } from './blocklist.ts'
import { EventState } from './event-state.ts'
import { EventsFilter, StateFilter } from './events-filter.ts'
import { Attempt, EventId, FailedEventList } from './failed-event.ts'
import { pageOf } from './pages/page.ts'
import { sortBy } from './pages/sort-order.ts'
import { MAX_EVENTS_NAMED } from './replay.ts'
import { CalendarDate } from './time/calendar-date.ts'
import { Stamp } from './time/stamp.ts'

/*
 * The gateway's copy of the lists of failed events: GET /gateway/events and what belongs to it. Days
 * are in the service's time zone, from `from_date` until before `to_date`.
 */

export const EVENTS_PATH = '/gateway/events'

export const READING_PATH = `${EVENTS_PATH}/reading`

export const COMPANIES_PATH = `${EVENTS_PATH}/companies`

/** The companies with a reference that any copied event names. */
export const CompaniesOfEvents = z.object({ results: z.array(Entity) })

export const EVENT_COLUMNS = ['failed_at', 'company', 'caller', 'cause', 'receiver'] as const
export type EventColumn = (typeof EVENT_COLUMNS)[number]

/** A column, with "-" in front of it for the descending order. Default: "-failed_at". */
export const EventsOrder = sortBy(EVENT_COLUMNS)
export type EventsOrder = z.infer<typeof EventsOrder>

const Company = z.object({ name: z.string(), reference: z.optional(z.string()) })
const Text = z.nullable(z.string())

/** A failed event without its payload and its attempts. */
export const ListedEvent = z.object({
  /** Its id, and its ordinal if others on the list have the same id: "4711~2". */
  key: z.string(),
  id: z.string(),
  /** The service does not list what was sent, so it can't be sent again. */
  lacks_payload: z.optional(z.literal(true)),
  event: Text,
  /** The receiver that the event names. */
  callback_url: Text,
  /** Where a replay goes: to `callback_url`, or to the receiver that is set for the tracking number. */
  receiver_url: Text,
  failed_at: z.nullable(Stamp),
  attempt_count: z.nullable(z.int()),
  /** How the service's last attempt failed; null if the service doesn't say. */
  outcome: z.nullable(z.pick(Attempt, { status: true, error: true, cause: true })),
  /** The known fields of its call, as contract/event/call-fields.ts names them. */
  call: z.object({
    company: z.nullable(Company),
    contact: Text,
    reference: Text,
    caller_number: Text,
    tracking_number: Text,
    call_id: Text,
    call_start_stamp: z.nullable(Stamp),
    call_end_stamp: z.nullable(Stamp),
  }),
  /** null if nothing has become of it, so it is still missing. */
  state: z.nullable(EventState),
  /** A standing order sends it when its receiver recovers. */
  waits: z.optional(z.literal(true)),
  /** Where it was listed: a page of `page_size` events of the range that was read. */
  from_date: CalendarDate,
  to_date: CalendarDate,
  page: z.int(),
  cursor: z.optional(z.string()),
  page_size: z.int(),
})
export type ListedEvent = z.infer<typeof ListedEvent>

/** What a selection needs of an event: the lines of GET /gateway/events/rows with `only=targets`. */
export const EventTarget = z.pick(ListedEvent, {
  key: true,
  id: true,
  failed_at: true,
  from_date: true,
  to_date: true,
  page: true,
  cursor: true,
  page_size: true,
})
export type EventTarget = z.infer<typeof EventTarget>

/** The body of POST /gateway/events/rows: the matching events with these ids, or the events of a replay run. */
export const NamedEvents = z.extend(EventsFilter, {
  ids: z.optional(z.array(EventId).check(z.maxLength(MAX_EVENTS_NAMED))),
  run_id: z.optional(z.uuid()),
  sort: z.optional(EventsOrder),
})
export type NamedEvents = z.input<typeof NamedEvents>

/** How much of a range has been read from the service. */
export const Reading = z.object({
  /** How many events the service counts; null if it doesn't, or not yet. */
  count: z.nullable(z.int()),
  /** How many events of the range have been read. */
  read: z.int(),
  /** Whether all of them have been read at least once. */
  is_complete: z.boolean(),
  /** When the oldest of the complete readings of days that may still change began; null if a day has none. */
  read_at: z.nullable(Stamp),
  is_reading: z.boolean(),
  /** The seconds that the service asked to wait, while the reader waits. */
  wait: z.nullable(z.int()),
  /** Whether a person stopped it. */
  is_stopped: z.boolean(),
  /** Why the reader gave up, as the status and the text of an answer of the gateway. */
  problem: z.nullable(z.object({ status: z.int(), detail: z.string() })),
})
export type Reading = z.infer<typeof Reading>

/** How many events each state filter would list. */
export const StateCounts = z.object({
  missing: z.int(),
  delivered: z.int(),
  handled: z.int(),
  all: z.int(),
})
export type StateCounts = z.infer<typeof StateCounts>

/** What all answers about a range say. `version` changes when any of its events or states has changed. */
const AboutRange = z.object({ version: z.string(), reading: Reading })

/** The answer of GET and POST /gateway/events/reading. Each request has the gateway read the range. */
export const ReadingStatus = z.extend(AboutRange, {
  /** Changes with the follow-ups of the account, so that open pages soon show what a colleague has changed. */
  follow_ups: z.string(),
})
export type ReadingStatus = z.infer<typeof ReadingStatus>

/** Whether the service gives the payload of any event of the range. Without a payload, nothing can be replayed. */
const HasPayloads = { has_payloads: z.boolean() }

/** One page of the events that match. `count`, `next` and `previous` are about all that match. */
export const EventsPage = z.extend(pageOf(ListedEvent), {
  ...AboutRange.shape,
  ...HasPayloads,
  /** The state filter that lists them. */
  state: StateFilter,
  /** The events that match the search and the other filters, by state. */
  states: StateCounts,
  /** How many events of the range have been read. */
  of: z.int(),
})
export type EventsPage = z.infer<typeof EventsPage>

/** The page of the events that match which has a given one; null if it is on none. */
export const EventPlace = z.object({ ...AboutRange.shape, page: z.nullable(z.int()) })

/**
 * The values of one filter with the number of events that each would list together with the search, the state
 * and the other filters; the most frequent come first.
 */
export const FilterChoices = z.object({
  ...AboutRange.shape,
  results: z.array(z.object({ value: z.string(), count: z.int() })),
})
export type FilterChoices = z.infer<typeof FilterChoices>

export const GROUP_BY = ['receiver', 'company', 'cause'] as const
export type GroupBy = (typeof GROUP_BY)[number]

/** "events" sorts by the events that are still missing, "failed" by all. */
export const GROUP_COLUMNS = ['name', 'events', 'failed', 'calls', 'last'] as const
export const GroupsOrder = sortBy(GROUP_COLUMNS)
export type GroupsOrder = z.infer<typeof GroupsOrder>

/** The most frequent first; at most 20 of them. */
const Names = z.array(z.object({ name: z.string(), count: z.int() }))

/** The matching events of one receiver, company or cause. */
export const EventGroup = z.object({
  name: z.string(),
  events: z.int(),
  missing: z.int(),
  /** How many of the missing events each running replay will send. Only groups by receiver of missing events have it. */
  planned: z.array(z.object({ run_id: z.uuid(), events: z.int() })),
  /** How many different calls with an id they are about. */
  calls: z.int(),
  first: z.nullable(Stamp),
  last: z.nullable(Stamp),
  /** How many have failed in a replay since. Their causes are those of the newest of these failures. */
  failed_again: z.int(),
  companies: Names,
  causes: Names,
  receivers: Names,
  /** How many there are. */
  of: z.object({ companies: z.int(), causes: z.int(), receivers: z.int() }),
  /** Whether at least one of them has a receiver, or one could be set for its tracking number. */
  has_receiver: z.boolean(),
  /** Between each two of the `starts` that were asked for. Events outside count in the nearest part. */
  bars: z.array(z.object({ count: z.int(), missing: z.int() })),
})
export type EventGroup = z.infer<typeof EventGroup>

/** What is known of events from before a range. */
const EarlierEvents = z.object({
  /** How many matching events of the copy are still missing. */
  missing: z.int(),
  /** Whether all their days have been read. */
  is_complete: z.boolean(),
})
export type EarlierEvents = z.infer<typeof EarlierEvents>

/** `calls_differ` if any of these groups has a different number of calls than of events. */
export const EventGroups = z.object({
  ...AboutRange.shape,
  ...HasPayloads,
  count: z.int(),
  events: z.int(),
  calls_differ: z.boolean(),
  state: StateFilter,
  states: StateCounts,
  of: z.int(),
  /** If they were asked for with `earlier_from`. */
  earlier: z.optional(EarlierEvents),
  results: z.array(EventGroup),
})
export type EventGroups = z.infer<typeof EventGroups>

/** How many events failed between each two of the `starts` that were asked for. */
export const EventsChart = z.object({
  ...AboutRange.shape,
  results: z.array(z.object({ count: z.int(), missing: z.int() })),
})
export type EventsChart = z.infer<typeof EventsChart>

/** The body of POST /gateway/events/reading. "again" reads the range once more, or after it failed. */
export const ReadingChange = z.object({
  list: FailedEventList,
  from_date: CalendarDate,
  to_date: CalendarDate,
  action: z.enum(['stop', 'again']),
})
export type ReadingChange = z.infer<typeof ReadingChange>
