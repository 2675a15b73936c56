import * as z from 'zod/mini'
import type { FollowUpKey } from '../follow-up.ts'
import { RequestText } from '../text/request-text.ts'
import { Stamp } from '../time/stamp.ts'

/*
 * Notices: what Redial reports without being asked (docs/decisions/0066).
 */

export const NOTICES_PATH = '/gateway/notices'

/** What a person can choose to get notices about. Everybody gets one when the watching itself ends. */
export const NOTICE_TOPICS = ['receivers', 'certificates', 'replays', 'blocklist'] as const
export const NoticeTopic = z.enum(NOTICE_TOPICS)
export type NoticeTopic = z.infer<typeof NoticeTopic>

/** Each kind with its topic; null for what everybody gets. */
export const NOTICE_KINDS = {
  /** A receiver starts failing, still fails a day later (each day), and takes events again. */
  failing: 'receivers',
  still_failing: 'receivers',
  recovered: 'receivers',
  /** Most receivers fail at once without an answer, which is not their fault; and the end of that. */
  outage: 'receivers',
  outage_over: 'receivers',
  /** The service does not answer Redial, and answers again. */
  service_away: 'receivers',
  service_back: 'receivers',
  certificate: 'certificates',
  run_finished: 'replays',
  run_paused: 'replays',
  order_ended: 'replays',
  numbers_due: 'blocklist',
  /** A colleague handed a receiver or a company over to the person. */
  handed_over: null,
  /** Redial itself did not look for a while. */
  not_watched: null,
  watch_ended: null,
} as const satisfies Record<string, NoticeTopic | null>

/** The title of the notice "handed_over", with what somebody handed over. */
export function handedOverTitle(who: string, what: string): string {
  return `${who} handed ${what} over to you`
}

/** The page that the notice "handed_over" leads to. */
export function handedOverLink({ kind, value }: FollowUpKey): string {
  return `/${kind === 'company' ? 'companies/' : 'receivers?receiver='}${encodeURIComponent(value)}`
}

export const NoticeKind = z.enum(Object.keys(NOTICE_KINDS) as (keyof typeof NOTICE_KINDS)[])
export type NoticeKind = z.infer<typeof NoticeKind>

/** They say that a receiver fails, so they are about its events, and it can be snoozed. */
export const FAILING_KINDS: ReadonlySet<NoticeKind> = new Set(['failing', 'still_failing'])

const Count = z.int().check(z.nonnegative())
const ShortText = z.nullable(z.string())

export const Notice = z.object({
  id: Count,
  at: Stamp,
  kind: NoticeKind,
  receiver: ShortText,
  title: z.string(),
  /** What a person has to know about it, as paragraphs. */
  lines: z.array(z.string()),
  link: ShortText,
  /** Whether it came after the person last opened the notices. */
  is_new: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** Whether Redial reads the account's lists although nobody has them open. */
export const Watch = z.object({
  /** "ended": it stopped by itself, see `problem`. */
  state: z.enum(['off', 'on', 'ended']),
  who: ShortText,
  started_at: z.nullable(Stamp),
  looked_at: z.nullable(Stamp),
  problem: ShortText,
  /** When it ends if nobody opens Redial. */
  ends_at: z.nullable(Stamp),
})
export type Watch = z.infer<typeof Watch>

const Day = z.iso.date()

/** GET /gateway/notices: the newest 50 notices of the account, newest first. */
export const Notices = z.object({
  results: z.array(Notice),
  new: Count,
  watch: Watch,
  /** The receivers about which the person gets no messages. */
  snoozed: z.array(z.object({ receiver: z.string(), until: Day })),
})
export type Notices = z.infer<typeof Notices>

export const MAX_EMAIL_LENGTH = 254

/** One address, as HTML forms accept it: no name, no list, no line break. */
export const EmailAddress = z
  .string()
  .check(
    z.maxLength(MAX_EMAIL_LENGTH, 'This address is too long.'),
    z.regex(
      /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i,
      'Enter one e-mail address, such as thandi@example.com.',
    ),
  )

const TimeOfDay = z.iso.time({ precision: -1, error: 'Enter a time such as 18:00.' })

/** What one person chose. The same for their e-mail and their webhook. */
export const NoticeChoices = z.object({
  email: z.nullable(EmailAddress),
  topics: z.array(NoticeTopic).check(z.maxLength(NOTICE_TOPICS.length)),
  /** A message as soon as something happens, or one a day. */
  schedule: z.enum(['each', 'daily']),
  /** When the daily message comes. All times of day are in the service's zone. */
  daily_at: TimeOfDay,
  /** Messages wait between these times. */
  quiet: z.nullable(z.object({ from: TimeOfDay, until: TimeOfDay })),
})
export type NoticeChoices = z.infer<typeof NoticeChoices>

/** PATCH /gateway/notices/settings: the settings to change. Omitted ones are unchanged. */
export const NoticeChange = z.partial(
  z.extend(NoticeChoices, {
    /** The address of an incoming webhook; null removes it. */
    webhook: z.nullable(RequestText.check(z.maxLength(2_000))),
    /** No messages about a receiver until a day; null ends that. */
    snooze: z.object({
      receiver: RequestText.check(z.minLength(1), z.maxLength(2_000)),
      until: z.nullable(Day),
    }),
    /** The last notice that the person has seen. */
    seen_until: Count,
  }),
)
export type NoticeChange = z.infer<typeof NoticeChange>

/** PUT /gateway/notices/watch. */
export const WatchChange = z.object({ is_on: z.boolean() })

/** A person of a company who gets a message when its events fail. */
export const FailureContact = z.object({
  id: z.uuid(),
  company: z.string(),
  email: z.string(),
  who: ShortText,
  /** Nothing is sent before that person has confirmed the address. */
  state: z.enum(['unconfirmed', 'confirmed', 'stopped']),
})
export type FailureContact = z.infer<typeof FailureContact>

/** PUT /gateway/notices/contacts: sets the failure contact of a company. */
export const FailureContactRequest = z.object({
  company: RequestText.check(z.minLength(1), z.maxLength(200)),
  email: EmailAddress,
})

export const OutboxMessage = z.object({
  id: z.uuid(),
  at: Stamp,
  subject: z.string(),
  /** The address, or the webhook's host. */
  to: z.string(),
  /** "unknown": it was handed over, but the answer got lost, so it isn't sent again. */
  state: z.enum(['waiting', 'sending', 'sent', 'failed', 'unknown']),
  attempts: Count,
  error: ShortText,
  next_at: z.nullable(Stamp),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** GET /gateway/notices/settings. */
export const NoticeSettings = z.object({
  watch: Watch,
  /** Whether the operator has set up e-mail. */
  has_email: z.boolean(),
  choices: NoticeChoices,
  /** The host of the person's webhook. Its URL is never shown again. */
  webhook_host: ShortText,
  /** The person clicked "Unsubscribe" in a message, so no e-mail goes there. */
  is_unsubscribed: z.boolean(),
  contacts: z.array(FailureContact),
  /** The latest messages to this person and to the account's contacts. */
  outbox: z.array(OutboxMessage),
})
export type NoticeSettings = z.infer<typeof NoticeSettings>

export const USUAL_CHOICES: NoticeChoices = {
  email: null,
  topics: [...NOTICE_TOPICS],
  schedule: 'each',
  daily_at: '08:00',
  quiet: null,
}
