// On its own, because the first page needs it and not the reader of raw JSON.
/** The object or array that a text is the JSON of; undefined for any other text. */
export function jsonInside(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
