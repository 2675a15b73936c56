import * as z from 'zod/mini'
import { Attempt, EventId, FailedEventList } from './failed-event.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, pageOf } from './pages/page.ts'
import { Cursor } from './pages/page-place.ts'
import { CalendarDate } from './time/calendar-date.ts'
import { Stamp } from './time/stamp.ts'

/** How many events a request may name. A whole range may have more. */
export const MAX_EVENTS_NAMED = 50_000

/** As the list of failed events has it: services number their events, or name them. */
const ListedId = z.pipe(z.pipe(z.union([z.string(), z.int()]), z.transform(String)), EventId)

/**
 * `page`, `cursor` (of a service whose pages have no numbers) and `page_size` say where the event was
 * listed: the gateway looks for it there first.
 */
const NamedEvent = z.pipe(
  z.object({
    id: ListedId,
    page: z._default(z.int().check(z.positive()), 1),
    cursor: z.optional(Cursor),
    /** What the dashboard of the previous version calls the cursor. */
    turn: z.optional(Cursor),
    page_size: z._default(z.int().check(z.positive(), z.maximum(MAX_PAGE_SIZE)), DEFAULT_PAGE_SIZE),
  }),
  z.transform(({ turn, ...event }) => ({ ...event, cursor: event.cursor ?? turn })),
)

/**
 * The body of POST /gateway/replays. The gateway reads the events from the service again, so that
 * only what the service recorded is ever sent, and freezes them: the run is "reading" until then.
 */
export const ReplayRequest = z.object({
  list: FailedEventList,
  from_date: CalendarDate,
  /** Not included, as in the service's lists. */
  to_date: CalendarDate,
  events: z.union(
    [z.literal('all'), z.array(NamedEvent).check(z.minLength(1), z.maxLength(MAX_EVENTS_NAMED))],
    `Give "all", or 1 to ${MAX_EVENTS_NAMED} events by their ids, such as [{"id":4711}].`,
  ),
  /** Sends them as soon as they are read; otherwise the run waits as "ready", to be looked over. */
  start: z._default(z.boolean(), false),
  /** Whether what a replay has delivered before is sent once more. */
  include_delivered: z._default(z.boolean(), false),
  /**
   * Of one event: the run of its last replay that the person saw, null for none. Where a later one
   * is under way or has delivered it, nothing is sent (409): two people pressing send it once.
   */
  seen_run_id: z.optional(z.nullable(z.uuid())),
})
export type ReplayRequest = z.input<typeof ReplayRequest>

/** "prepared" is frozen and not asked to be sent yet; "delivered" is said only after a 200. */
export const ReplayItemState = z.enum([
  'prepared',
  'queued',
  'sending',
  'delivered',
  'failed_again',
  'skipped',
])
export type ReplayItemState = z.infer<typeof ReplayItemState>

/** An attempt of a replay, with the first part of what the receiver answered. */
export const ReplayAttempt = z.extend(Attempt, { answer: z.nullable(z.string()) })
export type ReplayAttempt = z.infer<typeof ReplayAttempt>

/** One event in a run, and what came of it. */
export const ReplayItem = z.object({
  run_id: z.uuid(),
  event_id: z.string(),
  list: FailedEventList,
  state: ReplayItemState,
  receiver_url: z.nullable(z.string()),
  /** Why it was skipped, in words. */
  reason: z.nullable(z.string()),
  who: z.nullable(z.string()),
  created_at: Stamp,
  attempts: z.array(ReplayAttempt),
})
export type ReplayItem = z.infer<typeof ReplayItem>

/** The fields that people recognise a call by, if the payload has them. */
export const CallOfItem = z.object({
  company: z.nullable(z.string()),
  caller_number: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  /** When it began, or when it ended if the start is unknown. */
  at: z.nullable(Stamp),
})
export type CallOfItem = z.infer<typeof CallOfItem>

/** Why a draft run would not send an item if it were started now. */
export const Exclusion = z.object({
  why: z.enum(['being_sent', 'already_delivered']),
  /** When a replay delivered it; null while another replay is sending it. */
  at: z.nullable(Stamp),
})
export type Exclusion = z.infer<typeof Exclusion>

/** An item in the list of one run. */
export const ReplayRunItem = z.extend(ReplayItem, {
  call: z.nullable(CallOfItem),
  /** Only for a "ready" run; null if the item will be sent. */
  left_out: z.nullable(Exclusion),
})
export type ReplayRunItem = z.infer<typeof ReplayRunItem>

/**
 * reading → ready → running ⇄ paused → finished. A run may be cancelled at each step before the
 * last; one whose events couldn't be read is "broken", and `problem` says why.
 */
export const ReplayRunState = z.enum([
  'reading',
  'ready',
  'running',
  'paused',
  'finished',
  'cancelled',
  'broken',
])
export type ReplayRunState = z.infer<typeof ReplayRunState>

const Count = z.int().check(z.nonnegative())
const Counts = z.record(ReplayItemState, Count)

/** A replay run: a frozen list of events, who started it and when, and how far it is. */
export const ReplayRun = z.object({
  id: z.uuid(),
  list: FailedEventList,
  from_date: CalendarDate,
  /** Not included. */
  to_date: CalendarDate,
  /** Whether it was asked for all that the range lists, for named events, or for what an earlier run failed with. */
  asked_for: z.enum(['all', 'named', 'failed_again']),
  state: ReplayRunState,
  /** Why it is broken, or what it waits for while it reads, in words. */
  problem: z.nullable(z.string()),
  who: z.nullable(z.string()),
  created_at: Stamp,
  started_at: z.nullable(Stamp),
  finished_at: z.nullable(Stamp),
  /** While it reads: events found so far, of how many that it looks for; null where that isn't known. */
  read: z.object({ found: Count, of: z.nullable(Count) }),
  /** All 0 while it reads. */
  counts: Counts,
  /** Of those that are prepared: how many another run is sending right now. They are left out. */
  being_sent: Count,
  /** Of the other ones: how many a replay has delivered before. */
  already_delivered: Count,
  /** The name of the receiver of all its events; null if it has several, or none is known. */
  only_receiver: z._default(z.nullable(z.string()), null),
})
export type ReplayRun = z.infer<typeof ReplayRun>

/** How many receivers and causes of a run are listed: a service may name a receiver for each event. */
export const MAX_RECEIVERS_LISTED = 200

/** Run details, with counts per receiver and failure causes. Changes of a run answer with it too. */
export const ReplayRunDetails = z.extend(ReplayRun, {
  /** By the receivers' names (`receiverName`), most events first; null where none is known. */
  receivers: z.array(
    z.object({
      receiver: z.nullable(z.string()),
      counts: Counts,
      being_sent: Count,
      already_delivered: Count,
    }),
  ),
  /** How many more receivers there are, with fewer events each. */
  further_receivers: z._default(Count, 0),
  /**
   * While it is ready: tracking numbers of events that name no receiver and for which none is set,
   * some of them at least.
   */
  without_receiver: z.array(z.string()),
  /** Why items failed again or were skipped, in words, most frequent first. */
  causes: z.array(
    z.object({ state: z.enum(['failed_again', 'skipped']), cause: z.string(), count: Count }),
  ),
})
export type ReplayRunDetails = z.infer<typeof ReplayRunDetails>

/** The body of POST /gateway/replays/:id/start. The others (pause, resume, cancel, again) need none. */
export const ReplayStart = z.object({ include_delivered: z._default(z.boolean(), false) })

/** GET /gateway/replays: the account's runs, the newest first. */
export const ReplayRunPage = pageOf(ReplayRun)

/**
 * Which items of a run are listed: those of a state, or of a "ready" run those that starting it
 * would leave out. Of such a run "prepared" is what it will send.
 */
export const ReplayItemFilter = z.enum([
  ...ReplayItemState.options,
  'being_sent',
  'already_delivered',
])
export type ReplayItemFilter = z.infer<typeof ReplayItemFilter>

/** GET /gateway/replays/:id/items: in the order of the service's list. */
export const ReplayItemPage = pageOf(ReplayRunItem)

/** How many events a request may ask about. */
export const MAX_EVENTS_ASKED_ABOUT = 100

/** Query of GET /gateway/replay-items: the latest replay of each of these events, if there is one. */
export const ReplayItemsQuery = z.object({
  list: FailedEventList,
  event_id: z.pipe(
    z.union([
      z.pipe(
        z.string(),
        z.transform(id => [id]),
      ),
      z.array(z.string()),
    ]),
    z.array(EventId).check(z.maxLength(MAX_EVENTS_ASKED_ABOUT)),
  ),
})

/** Query of GET /gateway/replay-history: every replay of one event, the first one first. */
export const ReplayHistoryQuery = z.object({ list: FailedEventList, event_id: EventId })

export const ReplayItems = z.object({ results: z.array(ReplayItem) })
