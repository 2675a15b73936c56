import * as z from 'zod/mini'

/** The gateway's description of itself and of the signed-in person. Never contains the token. */
export const Session = z.object({
  signed_in: z.boolean(),
  /** Only where a session has ended: elsewhere, by time, or as the service refuses its token. */
  ended: z.optional(z.boolean()),
  name: z.nullable(z.string()),
  /** The service that one signs in to, as a person would call it: its host. */
  service: z.string(),
  /** IANA name of the zone in which the service's days begin and times are shown. */
  time_zone: z.string(),
  /** Whether the service is somebody else's, so that its fields may have names of their own. */
  is_foreign: z.optional(z.boolean()),
})
export type Session = z.infer<typeof Session>

/**
 * Requests that change something and rely on the session's cookie carry this header: a form on
 * another site can't send it.
 */
export const DASHBOARD_HEADER = 'x-redial-dashboard'

/** On a 401 that means that nobody is signed in any more. The service's own 401s do not have it. */
export const SIGNED_OUT_HEADER = 'x-redial-signed-out'

/**
 * On a 409 that asks for the person's name, as nobody said it at sign-in: the change can be sent
 * again once it is given (PUT /gateway/session/name).
 */
export const NAME_NEEDED_HEADER = 'x-redial-name-needed'

/**
 * On a 409 that asks a person to confirm receivers whose URLs Redial found in a field of a foreign
 * service: their hosts with commas between them. The change can be sent again afterwards.
 */
export const UNCONFIRMED_HEADER = 'x-redial-unconfirmed-receivers'
