/** Without capitals and accents, so that "muller" finds "Müller". */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  return PLAIN.test(lower) ? lower : lower.normalize('NFD').replaceAll(ACCENTS, '')
}

const PLAIN = /^[\n -~]*$/
const ACCENTS = /\p{Diacritic}/gu
