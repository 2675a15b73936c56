import * as z from 'zod/mini'

/** A number, or one that is written as text. Not what JavaScript would take for one, such as true. */
export const NumberOrNumericString = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\s*\d+(\.\d+)?\s*$/))]),
  z.transform(Number),
)
