import * as z from 'zod/mini'
import { Attempt, CallOfItem, FailedEventList } from './failed-event.ts'
import { pageOf } from './pages/page.ts'
import { RequestText } from './text/request-text.ts'
import { CalendarDate } from './time/calendar-date.ts'
import { Stamp } from './time/stamp.ts'

const Count = z.int().check(z.nonnegative())

/** Whether a person should think before the next replay of an event. */
export const OFTEN = 3

/** A replay leaves out an event that failed in so many others, unless a person includes it. */
export const TOO_OFTEN = 5

/** The maximum number of named events in a request. A whole range may have more. */
export const MAX_EVENTS_NAMED = 50_000

/** "prepared": frozen, and nobody has started it yet. "delivered": the receiver answered 200. */
export const ReplayItemState = z.enum([
  'prepared',
  'queued',
  'sending',
  'delivered',
  'failed_again',
  'skipped',
])
export type ReplayItemState = z.infer<typeof ReplayItemState>

/** An attempt of a replay, with the beginning of the receiver's answer. */
export const ReplayAttempt = z.extend(Attempt, { answer: z.nullable(z.string()) })

/** How an item failed again, for programs. */
export const ReplayFailure = z.pick(Attempt, { status: true, cause: true })
export type ReplayFailure = z.infer<typeof ReplayFailure>

export const ReplayItem = z.object({
  run_id: z.uuid(),
  event_id: z.string(),
  list: FailedEventList,
  state: ReplayItemState,
  receiver_url: z.nullable(z.string()),
  /** The reason why it was skipped, as text. */
  reason: z.nullable(z.string()),
  who: z.nullable(z.string()),
  created_at: Stamp,
  attempts: z.array(ReplayAttempt),
  /** How many replays of the event have sent it. */
  replays: Count,
  /** "recovery": a standing order sends it when its receiver recovers. "person": somebody has to continue the replay. */
  waits_for: z.nullish(z.enum(['recovery', 'person'])),
})
export type ReplayItem = z.infer<typeof ReplayItem>

/**
 * What a run skips unless a person includes it: events that a replay has already delivered, that a person has marked as
 * handled, or that failed in `TOO_OFTEN` replays.
 */
export const Includable = z.enum(['already_delivered', 'handled', 'failed_often'])
export type Includable = z.infer<typeof Includable>

/** Why a draft run would not send an item if it were started now. */
export const Exclusion = z.object({
  why: z.enum(['being_sent', ...Includable.options]),
  /** When a replay delivered it or a person marked it; null while another replay is sending it. */
  at: z.nullable(Stamp),
  /** Who sends, delivered or marked it, if they gave a name and are of the account. */
  who: z.nullable(z.string()),
})
export type Exclusion = z.infer<typeof Exclusion>

export const ReplayRunItem = z.extend(ReplayItem, {
  call: z.nullable(CallOfItem),
  /** Only in a "ready" run; null if the run will send the item. */
  left_out: z.nullable(Exclusion),
})
export type ReplayRunItem = z.infer<typeof ReplayRunItem>

/**
 * reading ⇄ interrupted → ready → running ⇄ paused → finished. A run can be cancelled at each step before the
 * last. If the service fails while a draft is read, the draft is "interrupted" until a person tries again. If the
 * events of a run couldn't be read, it is "broken". `problem` says why.
 */
export const ReplayRunState = z.enum([
  'reading',
  'interrupted',
  'ready',
  'running',
  'paused',
  'finished',
  'cancelled',
  'broken',
])
export type ReplayRunState = z.infer<typeof ReplayRunState>

/** Whether the events of a run are not all loaded yet. */
export function isLoading({ state }: { state: ReplayRunState }): boolean {
  return state === 'reading' || state === 'interrupted'
}

const Counts = z.record(ReplayItemState, Count)

/** The prepared items that a start would exclude, each counted by the first reason that applies (`Exclusion`). */
const Excluded = z.object({
  being_sent: Count,
  already_delivered: Count,
  handled: Count,
  /** Events that failed in `TOO_OFTEN` replays or more. */
  failed_often: Count,
})

/** Why a receiver gets no more events of a run for now. */
export const ReceiverPause = z.object({
  /**
   * "failed_in_a_row", "half_failed" (of a step), "events_rejected" (different ones in a row, such as with 422),
   * "gone" (410), "asked_to_wait" (Retry-After), "asked_too_often" (to wait, without a 200 in between), "not_tried"
   * (a standing order waits for its first trial, or for the next one after some events failed).
   */
  why: z.enum([
    'failed_in_a_row',
    'half_failed',
    'events_rejected',
    'gone',
    'asked_to_wait',
    'asked_too_often',
    'not_tried',
  ]),
  at: Stamp,
  /** How many of the last attempts failed. */
  failed: Count,
  of: Count,
  /** How the last attempt failed. A pause without an attempt has none. */
  cause: z.optional(z.string()),
  /** Whether waiting may help, so that the receiver can get a standing order. It doesn't help after 401, for example. */
  may_heal: z.boolean(),
  /** When the run continues automatically; null if a person has to continue it. */
  until: z.nullable(Stamp),
  /** When the standing order ends that lets it continue; null without one. */
  order_until: z.nullable(Stamp),
})
export type ReceiverPause = z.infer<typeof ReceiverPause>

/** The companies of a run's or a receiver's events that have a company in their payload. */
const SomeCompanies = z.object({
  /** Up to three, the companies with the most events first. */
  some_companies: z.array(z.string()),
  /** How many others there are; null if not all events were looked at. */
  further_companies: z.nullable(Count),
})

export const MAX_PACE = 1_000

/** What people say about a run, and how fast it may be. */
export const ReplayNote = z.object({
  /** Such as the incident that is over. */
  name: z._default(z.nullable(RequestText.check(z.maxLength(100))), null),
  reason: z._default(z.nullable(RequestText.check(z.maxLength(500))), null),
  /** How many events it sends in a second at most, to all receivers together; null for no limit. */
  pace: z._default(z.nullable(z.int().check(z.positive(), z.maximum(MAX_PACE))), null),
})
export type ReplayNote = z.infer<typeof ReplayNote>

/** A replay run: a frozen list of events, the person who started it, the time and its progress. */
export const ReplayRun = z.object({
  id: z.uuid(),
  /** null if it may have events of both lists. */
  list: z.nullable(FailedEventList),
  from_date: CalendarDate,
  /** This day is not included. */
  to_date: CalendarDate,
  /** What was requested: all events of the range, named events, or the failed items of an earlier run. */
  asked_for: z.enum(['all', 'named', 'failed_again']),
  state: ReplayRunState,
  /** Why it is interrupted or broken, or what it waits for while it reads, as text. */
  problem: z.nullable(z.string()),
  who: z.nullable(z.string()),
  ...ReplayNote.shape,
  created_at: Stamp,
  started_at: z.nullable(Stamp),
  finished_at: z.nullable(Stamp),
  /** While it reads: the number of events found, and the number it looks for (null if unknown). */
  read: z.object({ found: Count, of: z.nullable(Count) }),
  /** All 0 while it reads. */
  counts: Counts,
  ...Excluded.shape,
  /** How many of its receivers get no more events for now. The other receivers continue. */
  paused_receivers: Count,
  /** How many of these have standing orders, so that Redial tries one event of each. */
  waiting_receivers: Count,
  /** When it tries the first of these; null without one. */
  next_trial_at: z.nullable(Stamp),
  /** The names of up to three of its receivers, which distinguish runs of the same size. None while it reads. */
  some_receivers: z.array(z.string()),
  /** How many receivers there are. */
  receiver_count: Count,
  ...SomeCompanies.shape,
})
export type ReplayRun = z.infer<typeof ReplayRun>

/** The maximum number of listed receivers and causes: each event may have its own receiver. */
export const MAX_RECEIVERS_LISTED = 200

/** How many unconfirmed hosts the headers of a refusal name. The others are asked about afterwards. */
export const MAX_HOSTS_NAMED = 50

/** Run details, with counts per receiver and failure causes. Changes of a run also return it. */
export const ReplayRunDetails = z.extend(ReplayRun, {
  /** Counts by receiver name (`receiverName`), most events first; null if none is known. */
  receivers: z.array(
    z.object({
      receiver: z.nullable(z.string()),
      counts: Counts,
      ...Excluded.shape,
      ...SomeCompanies.shape,
      /** While it is running: why this receiver gets no more events. Its other events wait. */
      pause: z.nullable(ReceiverPause),
    }),
  ),
  /** The same by list, for each list that it has events of. */
  lists: z.array(z.object({ list: FailedEventList, counts: Counts, ...Excluded.shape })),
  /** The number of further receivers, which have fewer events each. */
  further_receivers: Count,
  /** While it is ready: some tracking numbers of events that name no receiver and for which none is set. */
  without_receiver: z.array(z.string()),
  /** Why items failed again, in the words of the lists, or were skipped, most frequent first. */
  causes: z.array(
    z.object({
      state: z.enum(['failed_again', 'skipped']),
      cause: z.string(),
      failure: z.nullish(ReplayFailure),
      count: Count,
    }),
  ),
  /** While it is ready: other replays of the account that have some of its events, those with the most first. */
  elsewhere: z.array(
    z.object({
      run_id: z.uuid(),
      name: ReplayNote.shape.name,
      /**
       * "sending": it sends them before this run does. "ordered": they wait in it until their receiver recovers, so
       * a standing order of this run skips them. "paused": they wait in it for a person. "draft": somebody else
       * has prepared it and not sent it.
       */
      state: z.enum(['sending', 'ordered', 'paused', 'draft']),
      count: Count,
      /** Who prepared a draft, and when. */
      who: z.optional(z.nullable(z.string())),
      created_at: z.optional(Stamp),
    }),
  ),
  /**
   * While it is ready: who started the replays that have delivered some of its events, those with the most first. null
   * for people who gave no name or have another account.
   */
  delivered_by: z.array(z.nullable(z.string())),
  /** While it is ready: how many of its events were replayed `OFTEN` times or more, without a 200 or with one. */
  replayed_often: Count,
})
export type ReplayRunDetails = z.infer<typeof ReplayRunDetails>

/** GET /gateway/replays: the account's runs, newest first. */
export const ReplayRunPage = pageOf(ReplayRun)

/**
 * Which items of a run are listed: items in a state or, for a "ready" run, items that a start would
 * exclude. Such a run will send its "prepared" items. In a run that was started, they wait like the queued ones, and
 * "queued" lists both.
 */
export const ReplayItemFilter = z.enum([...ReplayItemState.options, ...Exclusion.shape.why.options])
export type ReplayItemFilter = z.infer<typeof ReplayItemFilter>

/** GET /gateway/replays/:id/items: items in the order of the service's list. */
export const ReplayItemPage = pageOf(ReplayRunItem)

export const ReplayItems = z.object({ results: z.array(ReplayItem) })
