import * as z from 'zod/mini'

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
