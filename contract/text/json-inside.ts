// In its own file, because the first page needs it but not the parser of raw JSON.
/** Parses a text that is the JSON of an object or array; undefined for any other text. */
export function jsonInside(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
