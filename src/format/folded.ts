/**
 * Without capitals and accents, so that "muller" finds "Müller"; every dash is one, and what nobody
 * sees, such as the marks around a number that was copied, is left out.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return lower
  return lower.normalize('NFD').replaceAll(UNSEEN, '').replaceAll(DASHES, '-')
}

const PLAIN = /^[\n -~]*$/
const UNSEEN = /[\p{Diacritic}\p{Cf}]/gu
const DASHES = /\p{Pd}/gu
