/**
 * Normalises a text for searches: "muller" finds "Müller". It removes case, accents and invisible
 * characters and treats all dashes alike.
 */
export function normaliseText(text: string): string {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return lower
  return lower.normalize('NFD').replaceAll(UNSEEN, '').replaceAll(DASHES, '-')
}

const PLAIN = /^[\n -~]*$/
const UNSEEN = /[\p{Diacritic}\p{Cf}]/gu
const DASHES = /\p{Pd}/gu
