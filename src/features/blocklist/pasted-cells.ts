import { withoutExtension } from './phone-extension.ts'
import { plainWriting } from './plain-writing.ts'

/** Digits in groups, as phone numbers are written; also those that a spreadsheet has shortened. */
const PHONE_LIKE = /^[+(\d][\d\s().\-/\u2010-\u2015]{5,}$|^\d([.,]\d+)?e\+?\d+$/i
/** "2026-11-21", "21/11/2026", with a time or without. */
const DATE_LIKE = /^(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3\d{4})(\D|$)/
/** What can stand between two numbers, the surest first. */
const SEPARATORS = [
  /\s*[,;|،؛、，；]\s*/,
  /\s*[/&]\s*|\s+(?:or|and|of|en)\s+/i,
  /\s+(?=\+|00[1-9])/,
  /\s{2,}/,
  /\s+/,
]

export function isPhoneLike(cell: string): boolean {
  const { whole } = withoutExtension(plainWriting(cell))
  return PHONE_LIKE.test(whole) && !DATE_LIKE.test(whole)
}

/** Whether a cell is no word of a heading: "Phone 2" is one, and 1234 is not. */
export function hasNumber(cell: string): boolean {
  const digits = digitsIn(cell)
  return digits >= 7 || (digits >= 4 && !/\p{L}{3}/u.test(cell)) || isPhoneLike(cell)
}

/** Without what a spreadsheet puts around digits to keep them: ="27821230001". */
export function cleanCell(cell: string): string {
  const bare = cell.trim()
  return /^="([^"]*)"$/.exec(bare)?.[1]?.trim() ?? bare
}

/** The numbers of a cell that holds several: "082 123 0001 / 082 123 0002". */
export function numbersOfCell(cell: string): string[] {
  if (cell.length <= 15 || digitsIn(cell) <= 15) return [cell]
  for (const separator of SEPARATORS) {
    const parts = cell.split(separator)
    if (parts.length > 1 && parts.every(isWholeNumber)) return parts
  }
  return [cell]
}

/** Digits in groups, with no letter and no further digit beside them. */
const AMONG_WORDS =
  /(?<![\p{L}\p{N}])[+(]?\p{Nd}[\p{Nd}\s().\-/\u2010-\u2015]{7,}\p{Nd}(?![\p{L}\p{N}])/gu

/** The numbers of a cell that has words beside them: "John: 082 123 0001"; null where it isn't so. */
export function numbersAmongWords(cell: string): string[] | null {
  if (PHONE_LIKE.test(cell) || isPhoneLike(cell)) return null
  const numbers = (cell.match(AMONG_WORDS) ?? []).flatMap(numbersOfCell)
  // With other digits in it, who knows what the words say of them: "082 123 0001, 5 calls".
  const isAll = !/\p{N}/u.test(cell.replace(AMONG_WORDS, ''))
  return numbers.length > 0 && isAll && numbers.every(isWholeNumber) ? numbers : null
}

function isWholeNumber(part: string): boolean {
  const digits = digitsIn(part)
  return isPhoneLike(part) && digits >= 9 && digits <= 15
}

function digitsIn(text: string): number {
  return text.replace(/[^\p{Nd}]/gu, '').length
}
