import { z } from 'zod'
import { CalendarDate } from './calendar-date.ts'
import { Attempt, FailedEventList } from './failed-event.ts'
import { Stamp } from './stamp.ts'

/** What the service calls an event; a database's text can't hold U+0000. */
const EventId = z
  .string()
  .min(1)
  .max(500)
  .refine(id => !id.includes('\0'), 'Null characters are not allowed.')

/**
 * The body of POST /gateway/replays. The gateway reads the named event from the service again, so
 * that only what the service recorded is ever sent; `page` and `page_size` say where it stood when
 * it was listed, and it is looked for elsewhere in the range when it has moved.
 */
export const ReplayRequest = z.object({
  list: FailedEventList,
  from_date: CalendarDate,
  to_date: CalendarDate.describe('Not included, as in the service’s lists.'),
  events: z
    .array(
      z.object({
        id: EventId,
        page: z.int().positive().default(1),
        page_size: z.int().positive().max(100).default(20),
      }),
    )
    .length(1),
})
export type ReplayRequest = z.input<typeof ReplayRequest>

export const ReplayItemState = z.enum(['queued', 'sending', 'delivered', 'failed_again', 'skipped'])
export type ReplayItemState = z.infer<typeof ReplayItemState>

/** An attempt of a replay, with the first part of what the receiver answered. */
export const ReplayAttempt = Attempt.extend({ answer: z.string().nullable() })
export type ReplayAttempt = z.infer<typeof ReplayAttempt>

/** One event in a run, and what came of it. "delivered" is said only after a 200. */
export const ReplayItem = z.object({
  run_id: z.uuid(),
  event_id: z.string(),
  list: FailedEventList,
  state: ReplayItemState,
  receiver_url: z.string().nullable(),
  /** Why it was skipped, in words. */
  reason: z.string().nullable(),
  who: z.string().nullable(),
  created_at: Stamp,
  attempts: z.array(ReplayAttempt),
})
export type ReplayItem = z.infer<typeof ReplayItem>

/** A replay run: a frozen list of events, who started it and when, and how far it is. */
export const ReplayRun = z.object({
  id: z.uuid(),
  list: FailedEventList,
  who: z.string().nullable(),
  created_at: Stamp,
  finished_at: Stamp.nullable(),
  counts: z.record(ReplayItemState, z.int().nonnegative()),
  items: z.array(ReplayItem),
})
export type ReplayRun = z.infer<typeof ReplayRun>

/** So many events may be asked about in one request. */
export const MAX_EVENTS_ASKED_ABOUT = 100

/** Query of GET /gateway/replay-items: the latest replay of each of these events, if there is one. */
export const ReplayItemsQuery = z.object({
  list: FailedEventList,
  event_id: z
    .union([z.string().transform(id => [id]), z.array(z.string())])
    .pipe(z.array(EventId).max(MAX_EVENTS_ASKED_ABOUT)),
})

export const ReplayItems = z.object({ results: z.array(ReplayItem) })
