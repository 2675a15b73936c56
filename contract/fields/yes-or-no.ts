const YES = new Set('true yes y 1 ja j oui o si sí s sim tak evet'.split(' '))
const NO = new Set('false no n 0 nee nein non nao não nie hayir'.split(' '))

/** A yes or no as services write it, in the languages of name-words.ts; null for anything else. */
export function yesOrNo(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const word = String(value).trim().toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : null
}
