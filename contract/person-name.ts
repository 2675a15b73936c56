import * as z from 'zod/mini'

/** What a person calls themselves: something that can be seen, of 80 characters at most. */
const PersonName = z.string().check(
  z.trim(),
  z.minLength(1, 'Enter your name.'),
  z.maxLength(80, 'Use at most 80 characters.'),
  z.refine(name => name === '' || /[\p{L}\p{N}]/u.test(name), 'Use at least one letter.'),
)

/** The body of PUT /gateway/session/name, and its answer. */
export const NameOfPerson = z.object({ name: PersonName })
export type NameOfPerson = z.infer<typeof NameOfPerson>
