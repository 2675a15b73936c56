import * as z from 'zod/mini'
import { RequestText, StorableText } from './text/request-text.ts'
import { Stamp } from './time/stamp.ts'

export const FOLLOW_UPS_PATH = '/gateway/follow-ups'

/** Not trimmed, because it has to be the name that lists show. */
const NameOfKey = StorableText.check(
  z.minLength(1),
  // Longer names do not fit into an index.
  z.maxLength(500),
)

/** What a follow-up is about: a receiver or a company, as lists and groups name it. */
export const FollowUpKey = z.object({ kind: z.enum(['receiver', 'company']), value: NameOfKey })
export type FollowUpKey = z.infer<typeof FollowUpKey>

export const Language = z.enum(['en', 'af'])
export type Language = z.infer<typeof Language>

/** The body of PUT /gateway/follow-ups/language: in which language its messages are. */
export const LanguageChange = z.extend(FollowUpKey, { language: Language })
export type LanguageChange = z.infer<typeof LanguageChange>

export const FollowUpState = z.enum(['open', 'waiting', 'done'])
export type FollowUpState = z.infer<typeof FollowUpState>

export const FOLLOW_UP_STATES: Record<FollowUpState, string> = {
  open: 'Open',
  waiting: 'Waiting for the customer',
  done: 'Done',
}

const By = z.object({ at: Stamp, who: z.nullable(z.string()) })

/** What the people of an account do about the failures of a receiver or a company. */
export const FollowUp = z.extend(FollowUpKey, {
  /** Who has taken it; null for nobody. */
  owner: z.nullable(z.string()),
  /** "waiting" for the customer. It is "open" again when something failed after it was set to done. */
  state: FollowUpState,
  /** When the newest of these failures was; null if it was not reopened. */
  recurred_at: z.nullable(Stamp),
  ticket_url: z.nullable(z.string()),
  /** Grows with each change of these fields. A change names the version that its person saw. */
  version: z.int(),
  /** The last change; null if there are only notes. */
  changed: z.nullable(By),
  /** The last time that the customer was informed, unless somebody withdrew that, and about which events. */
  informed: z.nullable(z.extend(By, { text: z.nullable(z.string()) })),
  notes: z.int(),
  /** The language of its messages; null until somebody chooses one. */
  language: z.nullable(Language),
})
export type FollowUp = z.infer<typeof FollowUp>

/** GET /gateway/follow-ups: all of the account. What nobody has touched has none. */
export const FollowUps = z.object({ results: z.array(FollowUp) })

/** "mine" is what the caller has taken. */
export const FollowUpFilter = z.enum(['untaken', 'mine', 'waiting', 'done'])
export type FollowUpFilter = z.infer<typeof FollowUpFilter>

/**
 * Whether a filter lists what has this follow-up.
 *
 * @param who the caller's name
 */
export function isListedBy(
  filter: FollowUpFilter,
  { owner, state }: Pick<FollowUp, 'owner' | 'state'>,
  who: string | null,
): boolean {
  if (filter === 'untaken') return owner === null && state !== 'done'
  return filter === 'mine' ? owner !== null && owner === who : state === filter
}

/** "tickets.example/123", without a scheme. */
const HOST_AND_PATH = /^[^\s:/?#@.]+(?:\.[^\s:/?#@.]+)+(?::\d+)?(?:[/?#]|$)/

/** A link of the ticket system. It is opened by a click, so no other schemes. */
export const TicketUrl = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.maxLength(2_000)),
    z.transform(text => (HOST_AND_PATH.test(text) ? `https://${text}` : text)),
  ),
  z
    .string()
    .check(
      z.refine(
        text => /^https?:\/\//i.test(text) && URL.canParse(text),
        'Enter a link that begins with https:// or http://.',
      ),
    ),
)

/** The body of PUT /gateway/follow-ups. What is absent stays as it is. */
export const FollowUpChange = z.extend(FollowUpKey, {
  /** The version that the person saw; 0 if there was no follow-up. */
  version: z.int().check(z.nonnegative()),
  /** Whether the caller takes it, or nobody has it any more. */
  taken: z.optional(z.boolean()),
  /** The colleague who gets it: a name of GET /gateway/activity/people. */
  handed_to: z.optional(NameOfKey),
  state: z.optional(FollowUpState),
  ticket_url: z.optional(z.nullable(TicketUrl)),
})
export type FollowUpChange = z.infer<typeof FollowUpChange>

/** A note, or the mark that the customer was informed, or its withdrawal. Nothing of it is ever changed. */
export const FollowUpNote = z.extend(By, {
  id: z.int(),
  what: z.enum(['note', 'informed', 'not_informed']),
  /** The text of a note, or what the customer was informed about. */
  text: z.nullable(z.string()),
})
export type FollowUpNote = z.infer<typeof FollowUpNote>

/** GET /gateway/follow-ups/notes: those of one follow-up, newest first. */
export const FollowUpNotes = z.object({ results: z.array(FollowUpNote) })

/** The body of POST /gateway/follow-ups/notes. */
export const NewNote = z.discriminatedUnion('what', [
  z.extend(FollowUpKey, {
    what: z.literal('note'),
    text: RequestText.check(z.maxLength(4_000)),
  }),
  z.extend(FollowUpKey, {
    what: z.literal('informed'),
    /** About which events, such as "3 calls not delivered, 21 November 2026". */
    text: z.optional(RequestText.check(z.maxLength(500))),
  }),
  z.extend(FollowUpKey, { what: z.literal('not_informed') }),
])
export type NewNote = z.infer<typeof NewNote>
