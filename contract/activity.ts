import * as z from 'zod/mini'
import { EntityContext, PhoneNumber } from './blocklist.ts'
import { FailedEventList } from './failed-event.ts'
import { FollowUpKey, FollowUpState } from './follow-up.ts'
import { pageOf } from './pages/page.ts'
import { RequestText } from './text/request-text.ts'
import { CalendarDate } from './time/calendar-date.ts'
import { Stamp } from './time/stamp.ts'

const Count = z.int().check(z.nonnegative())

/** Lists that the dashboard saves as files. */
export const ExportedList = z.enum([...FailedEventList.options, 'blocklist', 'activity'])
export type ExportedList = z.infer<typeof ExportedList>

const SimpleDetails = z.object({
  /** How many sessions ended. */
  count: z.optional(Count),
})

const BlocklistDetails = z.object({
  entity_context_name: EntityContext,
  /** null if the request named no entity that could be read. */
  reference: z.nullable(z.string()),
  name: z.nullable(z.string()),
  count: Count,
  /** The number of other entries, which do not look like phone numbers. */
  unreadable: Count,
})

const RunDetails = z.object({
  /** null if no run was created. */
  run_id: z.nullable(z.uuid()),
  list: z.nullable(FailedEventList),
  /** The first and the last day of the requested range. They may be malformed. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** The number of events; null if they had not been read yet. */
  count: z.nullable(Count),
  /** Its name and reason, if it has them. */
  name: z.nullish(z.string()),
  reason: z.nullish(z.string()),
  /** The receiver that the change is about; absent for all that were paused. */
  receiver: z.optional(z.string()),
  /** After a change of the pace: events in a second, or null for no limit. */
  pace: z.nullish(Count),
  /** After a standing order was made or extended: in how many days it ends. */
  days: z.optional(Count),
})

const RunOutcome = z.object({ delivered: Count, failed_again: Count, skipped: Count })

const RunLeft = z.object({
  is_paused: z.boolean(),
  paused_receivers: Count,
  /** How many of these have standing orders. */
  waiting_receivers: Count,
  events: Count,
})

const ReceiverDetails = z.object({
  /** Or another number that nobody should block. */
  tracking_number: z.string(),
  /** The receiver's host, with the port if it isn't 443; null if it was removed or has none. */
  receiver: z.nullable(z.string()),
})

const FollowUpDetails = z.object({
  about: FollowUpKey.shape.kind,
  /** The receiver or the company. */
  name: z.string(),
  /** What was changed. */
  taken: z.optional(z.boolean()),
  handed_to: z.optional(z.string()),
  state: z.optional(FollowUpState),
  ticket: z.optional(z.enum(['set', 'removed'])),
})
export type FollowUpDetails = z.infer<typeof FollowUpDetails>

const TokenDetails = z.object({
  label: z.string(),
  partner: z.string(),
  /** After a change: whether the token has BlocklistPermission. */
  blocklist_permission: z.optional(z.boolean()),
  /** After a change: when the token expires; null for never. */
  expires_at: z.optional(z.nullable(Stamp)),
})
export type TokenDetails = z.infer<typeof TokenDetails>

const ExportDetails = z.object({
  what: ExportedList,
  /** The first and the last day; null if the export wasn't limited to days. */
  from: z.nullable(CalendarDate),
  to: z.nullable(CalendarDate),
  /** null if they were not counted. */
  rows: z.nullable(Count),
  /** The company, if the export is limited to one. */
  company: z.optional(RequestText),
  format: z.enum(['csv', 'xlsx', 'json', 'jsonl']),
})

const RunEvent = z.object({
  kind: z.enum([
    'run_started',
    'run_paused',
    'run_resumed',
    'run_cancelled',
    'run_discarded',
    'receivers_continued',
    'receivers_stopped',
    'run_paced',
    'order_made',
  ]),
  details: RunDetails,
})
export type RunEvent = z.infer<typeof RunEvent>

const BlocklistEvent = z.object({
  kind: z.enum(['numbers_blocked', 'numbers_unblocked', 'block_notes_changed']),
  details: BlocklistDetails,
})
export type BlocklistEvent = z.infer<typeof BlocklistEvent>

/** A change or an attempted change, with its details. It never contains tokens or payloads. */
export const ActivityEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['signed_in', 'sign_in_failed', 'signed_out', 'sessions_ended', 'name_given']),
    details: SimpleDetails,
  }),
  BlocklistEvent,
  RunEvent,
  z.object({
    kind: z.enum(['receiver_set', 'receiver_removed', 'number_protected', 'number_unprotected']),
    details: ReceiverDetails,
  }),
  z.object({
    kind: z.enum(['receivers_confirmed']),
    /** Hosts, with the port if it isn't 443. */
    details: z.object({ receivers: z.array(z.string()) }),
  }),
  z.object({
    kind: z.enum(['fields_recognized', 'fields_set', 'fields_reset']),
    details: z.object({ list: FailedEventList }),
  }),
  z.object({
    kind: z.enum(['events_handled', 'events_reopened']),
    details: z.object({ list: FailedEventList, count: Count }),
  }),
  z.object({
    kind: z.enum(['follow_up_changed', 'note_added', 'customer_informed', 'customer_not_informed']),
    details: FollowUpDetails,
  }),
  z.object({
    kind: z.enum(['token_made', 'token_changed', 'token_revoked']),
    details: TokenDetails,
  }),
  z.object({ kind: z.enum(['exported']), details: ExportDetails }),
  z.object({ kind: z.enum(['watch_started', 'watch_stopped']), details: SimpleDetails }),
  z.object({
    kind: z.enum(['contact_set', 'contact_removed']),
    /** The company's; null if there was no such contact. */
    details: z.object({ name: z.nullable(z.string()) }),
  }),
])
export type ActivityEvent = z.infer<typeof ActivityEvent>

export const ActivityKind = z.enum(
  ActivityEvent.def.options.flatMap(({ shape: { kind } }) => kind.options),
)
export type ActivityKind = ActivityEvent['kind']

/**
 * Who or what acted: a signed-in person, a script with its own Authorization header, or a command on
 * the server's machine.
 */
export const ActivityBy = z.enum(['session', 'script', 'command_line'])
export type ActivityBy = z.infer<typeof ActivityBy>

/** `unknown` if no answer came, or one that doesn't say whether the change was made. */
export const ActivityOutcome = z.enum(['done', 'refused', 'unknown'])
export type ActivityOutcome = z.infer<typeof ActivityOutcome>

export const ActivityEntry = z.intersection(
  z.object({
    id: Count,
    at: Stamp,
    /** The name of the person, or of the user who ran the command; null for scripts. */
    who: z.nullable(z.string()),
    by: ActivityBy,
    /** The client's address; null for a command. */
    from: z.nullable(z.string()),
    outcome: ActivityOutcome,
    /** The HTTP status, if it is not a success. */
    status: z.nullable(z.int()),
    reason: z.nullable(z.string()),
    /**
     * The phone numbers of a blocklist change: the first few in a list, all of them in a single entry.
     * null if they aren't stored, and for other kinds of entries.
     */
    numbers: z.nullable(z.array(z.string())),
    /** What became of a finished run's events. Only in lists; other entries have none. */
    run_outcome: z.optional(RunOutcome),
    /** What a started run that isn't finished has left. Only in lists. */
    run_left: z.optional(RunLeft),
  }),
  ActivityEvent,
)
export type ActivityEntry = z.infer<typeof ActivityEntry>

/** The number of phone numbers that a list shows for each entry. */
export const NUMBERS_LISTED = 3

/** GET /gateway/activity: the account's entries, newest first. */
export const ActivityPage = pageOf(ActivityEntry)

/** Filters by person, by actor, by kind, by a phone number that was blocked or unblocked, and by days (both included). */
export const ActivityFilter = z.object({
  number: z.optional(PhoneNumber),
  who: z.optional(RequestText.check(z.maxLength(200))),
  by: z.optional(ActivityBy),
  kind: z.optional(ActivityKind),
  from: z.optional(CalendarDate),
  to: z.optional(CalendarDate),
})
export type ActivityFilter = z.infer<typeof ActivityFilter>

/** `sort` of GET /gateway/activity: the oldest entry first, or the newest. */
export const ActivitySort = z.enum(['at', '-at'])
export type ActivitySort = z.infer<typeof ActivitySort>

/** The body of POST /gateway/activity/exports, which a browser sends before it saves a file. */
export const ExportReport = z.extend(ExportDetails, {
  what: z.enum([...FailedEventList.options, 'blocklist']),
  rows: Count,
  format: z.enum(['csv', 'xlsx', 'json']),
})
export type ExportReport = z.infer<typeof ExportReport>
