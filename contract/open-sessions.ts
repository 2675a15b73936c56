import * as z from 'zod/mini'

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
export type OpenSessions = z.infer<typeof OpenSessions>
