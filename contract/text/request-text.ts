import * as z from 'zod/mini'

/** Text without characters that databases refuse. */
export const StorableText = z.string().check(
  z.refine(text => !text.includes('\0'), 'Null characters are not allowed.'),
  z.refine(text => text.isWellFormed(), 'This text is not valid Unicode.'),
)

/** A name or reference, which is never blank. */
export const RequestText = StorableText.check(z.trim(), z.minLength(1))
