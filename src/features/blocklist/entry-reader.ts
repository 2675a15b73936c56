import type { CountryCode } from 'libphonenumber-js/max'
import { type EntryReading, readPhoneEntry } from './phone-entry.ts'

/** The page answers to clicks and keys between two slices. */
const SLICE_MS = 10
/** More texts than anyone has on a page at once. */
const MOST_KEPT = 400_000

/*
 * What was read, for the country that it was read with last: a list is drawn again at every
 * keystroke, and its other entries are the same.
 */
let kept: { home: CountryCode; readings: Map<string, EntryReading> } | null = null

export function readingOf(text: string, home: CountryCode): EntryReading {
  if (kept?.home !== home || kept.readings.size > MOST_KEPT) kept = { home, readings: new Map() }
  const known = kept.readings.get(text)
  if (known) return known
  const reading = readPhoneEntry(text, home)
  kept.readings.set(text, reading)
  return reading
}

/** Reads many entries a slice at a time, so that drawing them then takes no more reading. */
export async function readAhead(texts: string[], home: CountryCode): Promise<void> {
  let begun = performance.now()
  for (const text of texts) {
    readingOf(text, home)
    if (performance.now() - begun < SLICE_MS) continue
    await pause()
    begun = performance.now()
  }
}

/** Until the browser has done what waits. */
export function pause(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
