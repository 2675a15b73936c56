import type { CountryCode } from 'libphonenumber-js/max'
import { forEachYielding } from '../batch/for-each-yielding.ts'
import { type ParsedEntry, readPhoneEntry } from './phone-entry.ts'

/** More texts than any page has at once. */
const MAX_CACHED = 400_000

/*
 * Parsed entries for the current default country. A list renders at every key press, and its other
 * entries stay the same.
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

/** Parses many entries in advance and yields to the browser, so that rendering them is fast. */
export async function parseAllAhead(texts: string[], defaultCountry: CountryCode): Promise<void> {
  await forEachYielding(texts, text => parseEntry(text, defaultCountry))
}
