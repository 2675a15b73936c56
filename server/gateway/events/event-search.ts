import { type RawBuilder, sql } from 'kysely'
import { normaliseText } from '../../../contract/text/normalise-text.ts'

/** What an event must contain: a text, or the digits of a number. */
export type SearchTerm = { text: string; digits: string | null }

/** Nobody types more, but a link or a paste may contain any text. */
const MAX_TEXT_LENGTH = 500
/** Each term is looked for in all events. */
const MAX_TERMS = 20

/**
 * The terms of a search: words in any order, and numbers in any format ("+27 82 555 0001", "+27 (0)82 555
 * 0001", "082-555-0001" and "tel:+27825550001" are the same). An event matches if it contains all of them.
 */
export function searchTerms(searchText: string): SearchTerm[] {
  const terms = withoutScheme(normaliseText(searchText.slice(0, MAX_TEXT_LENGTH).toWellFormed()))
    // A database text can't contain it, so the copy has this character instead.
    .replaceAll('\0', '\ufffd')
    .split(/\s+/)
    .filter(Boolean)
  return [...new Set(numbersTogether(terms))].slice(0, MAX_TERMS).map(text => ({
    text,
    digits: isNumber(text) ? storedDigits(text) : null,
  }))
}

type Searched = Record<'words' | 'digits' | 'cause' | 'receiver', RawBuilder<string>>

/** @param searched the texts of an event as `normaliseText` writes them, and its digits */
export function searchSql(terms: SearchTerm[], searched: Searched): RawBuilder<boolean>[] {
  const { words, digits: numbers, cause, receiver } = searched
  return terms.map(({ text, digits }) => {
    const isInWords = sql`strpos(${words}, ${text}) > 0
      or strpos(${cause}, ${text}) > 0 or strpos(${receiver}, ${text}) > 0`
    if (digits === null) return sql<boolean>`(${isInWords})`
    return sql<boolean>`(strpos(${numbers}, ${digits}) > 0 or ${isInWords})`
  })
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

/**
 * The digits of a number as events store it. "+27 (0)82 …": that 0 is dialled only inside the country. A number
 * starts with 0 inside its country and with 00 abroad, and stored numbers have neither.
 */
function storedDigits(term: string): string {
  return term
    .replace(/^((?:\+|00).*)\(0\)/, '$1')
    .replaceAll(/\D/g, '')
    .replace(/^0{1,2}(?=\d)/, '')
}
