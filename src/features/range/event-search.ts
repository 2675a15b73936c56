import { normaliseText } from '../../../contract/text/normalise-text.ts'
import type { EventFacts } from './event-facts.ts'

type Wanted = Pick<EventFacts, 'words' | 'digits'>

/** Nobody types more, but a link or a paste may contain any text. */
const MAX_TEXT_LENGTH = 500

/**
 * Whether an event contains all terms: words in any order, and numbers in any format ("+27 82 555
 * 0001", "+27 (0)82 555 0001", "082-555-0001" and "tel:+27825550001" are the same).
 */
export function eventSearch(searchText: string): (event: Wanted) => boolean {
  const terms = withoutScheme(normaliseText(searchText.slice(0, MAX_TEXT_LENGTH)))
    .split(/\s+/)
    .filter(Boolean)
  const tests = numbersTogether(terms).map(term =>
    isNumber(term) ? hasNumber(term) : hasWord(term),
  )
  return event => tests.every(test => test(event))
}

/** Exported files write numbers as "tel:+27825550001". */
function withoutScheme(searchText: string): string {
  return searchText.replaceAll(/(^|\s)'?tel:(?=\+?\d)/g, '$1')
}

/** The length of a number without the country code. Longer digits after it are another number. */
const WHOLE_NUMBER = 9
const NOT_SHORT = 3

/** A number in groups is one term. */
function numbersTogether(terms: string[]): string[] {
  const joined: string[] = []
  for (const term of terms) {
    const last = joined.at(-1)
    const isMore =
      last !== undefined &&
      isNumber(last) &&
      isNumber(term) &&
      !term.startsWith('+') &&
      (digitsOf(last) < WHOLE_NUMBER || digitsOf(term) < NOT_SHORT)
    joined.push(isMore ? `${joined.pop()} ${term}` : term)
  }
  return joined
}

function digitsOf(term: string): number {
  return term.replaceAll(/\D/g, '').length
}

function isNumber(term: string): boolean {
  // Two expressions, because a single one would try each digit of a long text as the first.
  return /^[+\d\s().\-/]+$/.test(term) && /\d[^+\d]*$/.test(term)
}

function hasWord(word: string) {
  return ({ words }: Wanted) => words.includes(word)
}

function hasNumber(term: string) {
  // "+27 (0)82 …": that 0 is dialled only inside the country.
  const digits = term.replace(/^((?:\+|00).*)\(0\)/, '$1').replaceAll(/\D/g, '')
  // A number starts with 0 inside its country and with 00 abroad. Stored numbers have neither.
  const kept = digits.replace(/^0{1,2}(?=\d)/, '')
  return (event: Wanted) =>
    event.digits.includes(digits) || event.digits.includes(kept) || event.words.includes(term)
}
