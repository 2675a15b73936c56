import * as z from 'zod/mini'
import { DefaultViews } from './saved-view.ts'

/** The body of POST /gateway/session: the token itself, or the one-time code of a printed link. */
export const SignIn = z.union([
  z.strictObject({
    token: z.string().check(z.trim(), z.minLength(1)),
    name: z
      .optional(z.string().check(z.trim(), z.maxLength(80)))
      .check(z.describe('Shown to others next to the person’s changes.')),
  }),
  z.strictObject({ code: z.string().check(z.minLength(1)) }),
])

export type SignIn = z.infer<typeof SignIn>

/** GET /gateway/activity/people: the names of all people who have used Redial on the account. */
export const ActivityPeople = z.object({ names: z.array(z.string()) })
export type ActivityPeople = z.infer<typeof ActivityPeople>

/** The name that a person enters: visible text of at most 80 characters. */
const PersonName = z.string().check(
  z.trim(),
  z.minLength(1, 'Enter your name.'),
  z.maxLength(80, 'Use at most 80 characters.'),
  z.refine(name => name === '' || /[\p{L}\p{N}]/u.test(name), 'Use at least one letter.'),
)

/** The body of PUT /gateway/session/name, and its answer. */
export const NameOfPerson = z.object({ name: PersonName })

export type NameOfPerson = z.infer<typeof NameOfPerson>

/** GET /gateway/sessions: all places where the same token is signed in. */
export const OpenSessions = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      name: z.nullable(z.string()),
      /** Such as "Firefox on Windows". */
      browser: z.string(),
      started_at: z.string(),
      last_used_at: z.string(),
      is_this_one: z.boolean(),
    }),
  ),
})

/** The gateway's description of itself and of the signed-in person. Never contains the token. */
export const Session = z.object({
  signed_in: z.boolean(),
  /** Only if a session has ended: in another tab, by time, or because the service refuses its token. */
  ended: z.optional(z.boolean()),
  name: z.nullable(z.string()),
  /**
   * Identifies the account for data that the browser keeps for it. The same for all of its sessions,
   * whatever the person's name is. Only while somebody is signed in.
   */
  account_key: z.optional(z.string()),
  /** The host of the service, which is the name that people know. */
  service: z.string(),
  /** IANA name of the time zone of the service's days and of all displayed times. */
  time_zone: z.string(),
  /** Whether the service is foreign, so that its fields may have their own names. */
  is_foreign: z.optional(z.boolean()),
  /** The saved views that open with the lists, for a person who chose some. */
  default_views: z.optional(DefaultViews),
})
export type Session = z.infer<typeof Session>

/**
 * Requests that change something with the session's cookie carry this header, because a form on
 * another site can't send it.
 */
export const DASHBOARD_HEADER = 'x-redial-dashboard'

/**
 * Marks a 503 from a process that has too many requests to answer. It has done nothing yet, so the same request
 * can be sent again after `Retry-After`.
 */
export const OVERLOADED_HEADER = 'x-redial-overloaded'

/** Marks a 401 that means that nobody is signed in. The service's own 401s do not have it. */
export const SIGNED_OUT_HEADER = 'x-redial-signed-out'

/**
 * Marks a 409 that asks for the person's name, because sign-in had none. The browser sends the name
 * (PUT /gateway/session/name) and then the change again.
 */
export const NAME_NEEDED_HEADER = 'x-redial-name-needed'

/**
 * Marks a 409 that asks a person to confirm receivers whose URLs Redial found in a field of a foreign
 * service: their hosts, separated by commas. The browser can send the change again afterwards.
 */
export const UNCONFIRMED_HEADER = 'x-redial-unconfirmed-receivers'

/** The events' companies on the same answer, each as a URL component, separated by commas. */
export const UNCONFIRMED_COMPANIES_HEADER = 'x-redial-unconfirmed-companies'
