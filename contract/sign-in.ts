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
