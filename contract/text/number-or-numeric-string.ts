import * as z from 'zod/mini'

/** A number, or a string of digits. Rejects other values that JavaScript converts, such as true. */
export const NumberOrNumericString = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\s*\d+(\.\d+)?\s*$/))]),
  z.transform(Number),
)
