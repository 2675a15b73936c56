import * as z from 'zod/mini'

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
})
export type Session = z.infer<typeof Session>

/**
 * Requests that change something with the session's cookie carry this header, because a form on
 * another site can't send it.
 */
export const DASHBOARD_HEADER = 'x-redial-dashboard'

/**
 * On a 503 of a process that has too many requests to answer. It has done nothing yet, so the same request
 * can be sent again after `Retry-After`.
 */
export const OVERLOADED_HEADER = 'x-redial-overloaded'

/** On a 401 that means that nobody is signed in. The service's own 401s do not have it. */
export const SIGNED_OUT_HEADER = 'x-redial-signed-out'

/**
 * On a 409 that asks for the person's name, because sign-in had none. The browser sends the name
 * (PUT /gateway/session/name) and then the change again.
 */
export const NAME_NEEDED_HEADER = 'x-redial-name-needed'

/**
 * On a 409 that asks a person to confirm receivers whose URLs Redial found in a field of a foreign
 * service: their hosts, separated by commas. The browser can send the change again afterwards.
 */
export const UNCONFIRMED_HEADER = 'x-redial-unconfirmed-receivers'

/** On the same answer: the companies of the events, each as a URL component, separated by commas. */
export const UNCONFIRMED_COMPANIES_HEADER = 'x-redial-unconfirmed-companies'
