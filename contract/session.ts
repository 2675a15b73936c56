import * as z from 'zod/mini'

/** The body of POST /gateway/session: the token itself, or the one-time code of a printed link. */
export const SignIn = z.union([
  z.strictObject({
    token: z.string().check(z.trim(), z.minLength(1)),
    name: z
      .optional(z.string().check(z.trim(), z.maxLength(80)))
      .check(z.describe('Shown to others beside what one changes.')),
  }),
  z.strictObject({ code: z.string().check(z.minLength(1)) }),
])
export type SignIn = z.infer<typeof SignIn>

/** What the gateway tells the dashboard about itself and about who is signed in. Never the token. */
export const Session = z.object({
  signed_in: z.boolean(),
  name: z.nullable(z.string()),
  /** The service that one signs in to, as a person would call it: its host. */
  service: z.string(),
  /** IANA name of the zone in which the service's days begin and times are shown. */
  time_zone: z.string(),
})
export type Session = z.infer<typeof Session>

/**
 * Requests that change something and rely on the session's cookie carry this header: a form on
 * another site can't send it.
 */
export const DASHBOARD_HEADER = 'x-redial-dashboard'

/** On a 401 that means that nobody is signed in any more. The service's own 401s do not have it. */
export const SIGNED_OUT_HEADER = 'x-redial-signed-out'

/** GET /gateway/sessions: where else the same token is signed in. */
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
export type OpenSessions = z.infer<typeof OpenSessions>

/**
 * On a 409 that asks for the person's name, as nobody said it at sign-in: the change can be sent
 * again once it is given (PUT /gateway/session/name).
 */
export const NAME_NEEDED_HEADER = 'x-redial-name-needed'
