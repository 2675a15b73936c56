import type { CountryCode } from 'libphonenumber-js/max'
import { inSlices } from '../batch/in-slices.ts'
import { type EntryReading, readPhoneEntry } from './phone-entry.ts'

/** More texts than anyone has on a page at once. */
const MAX_KEPT = 400_000

/*
 * What was read, for the country that it was read with last: a list is drawn again at every
 * keystroke, and its other entries are the same.
 */
let kept: { home: CountryCode; readings: Map<string, EntryReading> } | null = null

export function readingOf(text: string, home: CountryCode): EntryReading {
  if (kept?.home !== home || kept.readings.size > MAX_KEPT) kept = { home, readings: new Map() }
  const known = kept.readings.get(text)
  if (known) return known
  const reading = readPhoneEntry(text, home)
  kept.readings.set(text, reading)
  return reading
}

/** Reads many entries a slice at a time, so that drawing them needs no more reading. */
export async function readAhead(texts: string[], home: CountryCode): Promise<void> {
  await inSlices(texts, text => readingOf(text, home))
}
