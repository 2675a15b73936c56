import * as z from 'zod/mini'
import { MatchingEvents } from './events-filter.ts'
import { EventId, FailedEventList } from './failed-event.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './pages/page.ts'
import { Cursor } from './pages/page-place.ts'
import { Includable, MAX_EVENTS_NAMED, ReplayNote } from './replay.ts'
import { RunName } from './replay-part.ts'
import { CalendarDate } from './time/calendar-date.ts'

/** The id in the list of failed events. Some services use numbers, others text. */
const ListedId = z.pipe(z.pipe(z.union([z.string(), z.int()]), z.transform(String)), EventId)

/**
 * `page`, `cursor` (for a service whose pages have no numbers) and `page_size` say where the event was
 * listed. The gateway looks for it there first.
 */
export const NamedEvent = z.object({
  id: ListedId,
  page: z._default(z.int().check(z.positive()), 1),
  cursor: z.optional(Cursor),
  page_size: z._default(z.int().check(z.positive(), z.maximum(MAX_PAGE_SIZE)), DEFAULT_PAGE_SIZE),
})

/** What a run sends although it would skip it. */
export const Included = z.object({
  include: z._default(z.array(Includable).check(z.maxLength(Includable.options.length)), []),
})
export type Included = z.infer<typeof Included>

/**
 * The body of POST /gateway/replays. The gateway reads the events from the service again, so that it
 * only sends what the service recorded, and freezes them. Until then the run is "reading".
 */
export const ReplayRequest = z.object({
  /** null for both lists. */
  list: z.nullable(FailedEventList),
  from_date: CalendarDate,
  /** This day is not included, as in the service's lists. */
  to_date: CalendarDate,
  events: z.union(
    [
      z.literal('all'),
      z.strictObject({ matching: MatchingEvents }),
      // The list of an event is needed if the request is about both.
      z
        .array(z.extend(NamedEvent, { list: z.optional(FailedEventList) }))
        .check(z.minLength(1), z.maxLength(MAX_EVENTS_NAMED)),
    ],
    `Give "all", or 1 to ${MAX_EVENTS_NAMED} events by their ids, such as [{"id":4711}], or a search, such as {"matching":{"company":"Acme Cars"}}.`,
  ),
  /** Starts the run as soon as the events are read; otherwise it waits as "ready" for a review. */
  start: z._default(z.boolean(), false),
  ...Included.shape,
  /**
   * For a single event: the run of the latest replay that the person saw, or null. If a later replay
   * is in progress or has delivered the event, nothing is sent (409), so that two people who press
   * the button send it once. The same applies to an event that somebody has marked as handled.
   */
  seen_run_id: z.optional(z.nullable(z.uuid())),
  ...ReplayNote.shape,
})
export type ReplayRequest = z.input<typeof ReplayRequest>

/** The body of POST /gateway/replays/:id/start. Others (pause, resume, cancel, discard, again) need none. */
export const ReplayStart = z.extend(Included, ReplayNote.shape)
export type ReplayStart = z.input<typeof ReplayStart>

/** The body of POST /gateway/replays/:id/pace. */
export const ReplayPace = z.object({ pace: ReplayNote.shape.pace.def.innerType })

/** The body of POST /gateway/replays/:id/continue and stop: a receiver of the run, or all that are paused. */
export const ReplayReceiver = z.object({ receiver: z.optional(RunName) })

/** The query of GET /gateway/replay-history: every replay of one event, oldest first. */
export const ReplayHistoryQuery = z.object({ list: FailedEventList, event_id: EventId })
