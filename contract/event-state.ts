import * as z from 'zod/mini'
import { Attempt, EventId, FailedEventList } from './failed-event.ts'
import { ReplayItem } from './replay.ts'
import { NamedEvent } from './replay-request.ts'
import { CalendarDate } from './time/calendar-date.ts'
import { Stamp } from './time/stamp.ts'

/** The maximum number of events in a request. A longer list needs several requests. */
export const MAX_EVENT_STATES_ASKED = 1_000

const EventIds = z
  .array(EventId)
  .check(
    z.minLength(1, 'Name at least one event.'),
    z.maxLength(MAX_EVENT_STATES_ASKED, `Name at most ${MAX_EVENT_STATES_ASKED} events at a time.`),
  )

/**
 * What the gateway knows about a failed event since it failed. "delivered": a replay got a 200.
 * "handled": a person has marked it as dealt with in another way. An event without a state is still
 * missing.
 */
export const EventStateName = z.enum(['sending', 'delivered', 'handled', 'failed_again'])
export type EventStateName = z.infer<typeof EventStateName>

export const EventState = z.object({
  event_id: z.string(),
  state: EventStateName,
  /** When it reached this state; null while it is being sent. */
  at: z.nullable(Stamp),
  /** Who replayed or marked it, if they gave a name. */
  who: z.nullable(z.string()),
  /** How the newest failed replay failed; null if none has failed. It is newer than the service's attempts. */
  failure: z.nullable(z.pick(Attempt, { status: true, error: true, cause: true })),
  /** When that was. The service's own failure has another time. */
  failed_again_at: z.nullable(Stamp),
})
export type EventState = z.infer<typeof EventState>

/** The body of POST /gateway/event-states, which changes nothing. A URL has no room for that many ids. */
export const EventStatesRequest = z.object({
  list: FailedEventList,
  event_ids: EventIds,
  /** The `version` of an answer about the same events: if nothing has changed since, `results` is null. */
  known_version: z.optional(z.string().check(z.maxLength(200))),
})
export type EventStatesRequest = z.input<typeof EventStatesRequest>

export const EventStates = z.object({
  version: z.string(),
  /** Only events that have a state; null if nothing has changed. */
  results: z.nullable(z.array(EventState)),
  /** The latest replay of each event that has one; null if nothing has changed. */
  replays: z.nullable(z.array(ReplayItem)),
})
export type EventStates = z.infer<typeof EventStates>

/** The maximum number of events in a request to mark them. The gateway reads their pages, and cursors are long. */
export const MAX_EVENTS_MARKED = 300

/**
 * The body of POST /gateway/handled-events. The gateway reads the events from the service, so that an account
 * marks only what is listed to it.
 */
export const HandledEventsRequest = z.object({
  list: FailedEventList,
  from_date: CalendarDate,
  /** This day is not included, as in the service's lists. */
  to_date: CalendarDate,
  events: z
    .array(NamedEvent)
    .check(
      z.minLength(1, 'Name at least one event.'),
      z.maxLength(MAX_EVENTS_MARKED, `Name at most ${MAX_EVENTS_MARKED} events at a time.`),
    ),
})
export type HandledEventsRequest = z.input<typeof HandledEventsRequest>

/** The body of POST /gateway/handled-events/undo. */
export const HandledEventsUndo = z.object({ list: FailedEventList, event_ids: EventIds })
export type HandledEventsUndo = z.input<typeof HandledEventsUndo>

/** What became of the events of a change. The others already were as asked. */
export const HandledEventsChanged = z.object({
  changed: z.array(z.string()),
  /** How many were not marked because a replay has delivered them. */
  delivered: z.int().check(z.nonnegative()),
  /** How many were not marked because they are not in the service's list. */
  not_listed: z.int().check(z.nonnegative()),
})
export type HandledEventsChanged = z.infer<typeof HandledEventsChanged>

/** The query of GET /gateway/settled-days: the days from `from_date` until before `to_date`. */
export const RecoveredDaysQuery = z.object({
  list: FailedEventList,
  from_date: CalendarDate,
  to_date: CalendarDate,
})

/** The number of events of a day that a replay has delivered or a person has marked as handled. */
export const RecoveredDay = z.object({
  day: CalendarDate,
  count: z.int().check(z.positive()),
  /** How many of them no replay has delivered. */
  handled: z.int().check(z.nonnegative()),
})
export type RecoveredDay = z.infer<typeof RecoveredDay>

/** Only days that have such events. */
export const RecoveredDays = z.object({ results: z.array(RecoveredDay) })
