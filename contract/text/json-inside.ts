import * as z from 'zod/mini'

/** A number, or a string of digits. Rejects other values that JavaScript converts, such as true. */
export const NumberOrNumericString = z
  .pipe(
    z.union([z.number(), z.string().check(z.regex(/^\s*\d+(\.\d+)?\s*$/))]),
    z.transform(Number),
  )
  .check(z.refine(Number.isFinite))

/** A text, or a number that is converted to text, because services write ids and names as either. */
export const TextOrNumber = z.union([
  z.string(),
  z.pipe(z.union([z.number(), z.bigint()]), z.transform(String)),
])

/** The same, but not blank. */
export const NameOrNumber = z.pipe(TextOrNumber, z.string().check(z.regex(/\S/)))

const YES = ['true', 'yes', 'y', '1']
const NO = ['false', 'no', 'n', '0']

/** null for anything but a yes or no. */
export function yesOrNo(value: unknown): boolean | null {
  if (!['boolean', 'string', 'number'].includes(typeof value)) return null
  const word = String(value).trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a field that any service may write in another form; undefined for a value that does not fit. */
export const ifGood = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.nullish(schema), undefined)

/** Parses a text that is the JSON of an object or array; undefined for any other text. */
export function jsonInside(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value of a service as JSON, to show it. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return 'a value that is nested too deeply'
  }
}
