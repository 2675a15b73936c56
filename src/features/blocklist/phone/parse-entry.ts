import type { CountryCode } from 'libphonenumber-js/max'
import { forEachYielding } from '../batch/for-each-yielding.ts'
import { type ParsedEntry, readPhoneEntry } from './phone-entry.ts'

/** More texts than anyone has on a page at once. */
const MAX_CACHED = 400_000

/*
 * What was read, for the country that it was read with last: a list is drawn again at every
 * keystroke, and its other entries are the same.
 */
let cache: { defaultCountry: CountryCode; entries: Map<string, ParsedEntry> } | null = null

export function parseEntry(text: string, defaultCountry: CountryCode): ParsedEntry {
  if (cache?.defaultCountry !== defaultCountry || cache.entries.size > MAX_CACHED)
    cache = { defaultCountry, entries: new Map() }
  const cached = cache.entries.get(text)
  if (cached) return cached
  const parsed = readPhoneEntry(text, defaultCountry)
  cache.entries.set(text, parsed)
  return parsed
}

/** Reads many entries a slice at a time, so that drawing them needs no more parsed. */
export async function parseAllAhead(texts: string[], defaultCountry: CountryCode): Promise<void> {
  await forEachYielding(texts, text => parseEntry(text, defaultCountry))
}
