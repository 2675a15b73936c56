import { DEFAULT_COUNTRY } from './default-country.ts'
import { isPhoneLike, numbersAmongWords, numbersOfCell } from './pasted-cells.ts'
import { readPhoneEntry } from './phone-entry.ts'

/** What columns with phone numbers are called, the surest first. */
const HEADINGS = [/caller/i, /phone|msisdn|mobile|cell|tel|foon/i, /number|nommer/i]
/** Of a list of calls: the numbers that were called are the account's own. */
const OWN_NUMBERS = /tracking/i
/** Enough of a long column to tell what it holds. */
const SAMPLE = 200
/** Of the cells of a column that holds nothing but numbers; some may be wrong. */
const LIST_SHARE = 0.8

/** Which columns hold phone numbers; null where it's no table but a list of numbers. */
export function phoneColumns(
  heading: string[] | null,
  body: string[][],
  width: number,
): number[] | null {
  if (width < 2) return null
  const columns = Array.from({ length: width }, (_, column) => {
    const name = heading?.[column] ?? ''
    const share = shareOf(body, column, holdsNumbers)
    const isEmpty = body.every(row => (row[column] ?? '') === '')
    return { column, name: OWN_NUMBERS.test(name) ? '' : name, share, isEmpty }
  })
  for (const words of HEADINGS) {
    const named = columns.filter(({ name, share }) => share >= 0.5 && words.test(name))
    if (named.length > 0) return named.map(({ column }) => column)
  }
  const isOwn = (column: number) => OWN_NUMBERS.test(heading?.[column] ?? '')
  const isList = columns.every(
    ({ column, share, isEmpty }) => isEmpty || (share >= LIST_SHARE && !isOwn(column)),
  )
  if (isList) return null
  const likely = columns
    .filter(({ column, share }) => share >= 0.5 && !isOwn(column))
    // Amounts and account numbers look like phone numbers, but few of them are any.
    .map(({ column }) => ({ column, share: shareOf(body, column, isRight) }))
    .sort((one, other) => other.share - one.share)
  const [best] = likely
  if (best === undefined) return null
  // Where nothing says what the columns are, no number is left out.
  const isSure = heading !== null || best.share < LIST_SHARE
  const taken = isSure ? [best] : likely.filter(({ share }) => share >= LIST_SHARE)
  return taken.map(({ column }) => column).sort((one, other) => one - other)
}

function shareOf(body: string[][], column: number, is: (cell: string) => boolean): number {
  const cells: string[] = []
  for (const row of body) {
    const cell = row[column] ?? ''
    if (cell !== '') cells.push(cell)
    if (cells.length === SAMPLE) break
  }
  if (cells.length === 0) return 0
  return cells.filter(cell => numbersOfCell(cell).every(is)).length / cells.length
}

function holdsNumbers(cell: string): boolean {
  return isPhoneLike(cell) || numbersAmongWords(cell) !== null
}

function isRight(cell: string): boolean {
  const { kind } = readPhoneEntry(cell, DEFAULT_COUNTRY.code)
  return kind === 'number' || kind === 'unclear'
}
