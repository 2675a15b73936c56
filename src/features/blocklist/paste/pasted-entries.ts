import type { CountryCode } from 'libphonenumber-js/max'
import { pause } from '../entry-reader.ts'
import { cardNumbers, unfolded } from './card-numbers.ts'
import { runsOutside } from './digit-runs.ts'
import { isCertain } from './find-numbers.ts'
import { attemptIn, cellsOf, numbersOfCell } from './line-numbers.ts'
import type { PhoneTable } from './phone-table.ts'
import { plainText } from './plain-text.ts'
import { type Span, sliceOf, spansOf } from './span.ts'

/** Digits of a pasted text that look like no phone number, but are enough for one. */
export type SkippedDigits = {
  text: string
  /** From 1 on. */
  line: number
}

export type PastedEntries = {
  /** Each as it's written in the text, with the digits 0 to 9. */
  entries: string[]
  skipped: SkippedDigits[]
  /** What else was left out, in words. */
  about: string | null
}

/** More than these at once is more than anyone means to paste. */
export const MOST_ENTRIES = 200_000

/** The page answers to clicks and keys between two slices. */
const SLICE_MS = 10
const LINE = /[^\r\n\v\f\u0085\u2028\u2029]+/g
/** As most lines of long lists are: there is nothing to look for in them. */
const PLAIN_LINE = /^\+?\d{7,15}$/
const SPACED_LINE = /^\+?\d[\d ]*$/

type Taken = { found: Span[]; about: string[] }

/**
 * Takes anything that holds numbers: mails, chats, lists, a column of a spreadsheet, a table,
 * contact cards. Every seven digits or more become an entry or are listed as skipped, and no entry
 * joins digits that don't stand together.
 *
 * @param home the country of numbers that are written without one
 */
export async function pastedEntries(text: string, home: CountryCode): Promise<PastedEntries> {
  const plain = plainText(text)
  const { found, about } = await numbersOf(plain, home)
  const lineOf = lineCounter(plain)
  return {
    entries: found.map(span => written(plain, span)),
    skipped: runsOutside(plain, found).map(span => ({
      text: written(plain, span),
      line: lineOf(span.from),
    })),
    about: about.join(' ') || null,
  }
}

async function numbersOf(plain: string, home: CountryCode): Promise<Taken> {
  const ofCards = cardNumbers(plain)
  if (ofCards) {
    const found = ofCards.flatMap(cell => {
      const numbers = numbersOfCell(plain, cell, home).found
      return numbers.length > 0 ? numbers : [cell]
    })
    return { found, about: ['Only the phone numbers of the contacts were taken.'] }
  }
  const { phoneTable } = await import('./phone-table.ts')
  const table = phoneTable(plain, home)
  return table ? numbersOfTable(plain, table, home) : numbersOfLines(plain, home)
}

async function numbersOfTable(
  plain: string,
  { cells, names }: PhoneTable,
  home: CountryCode,
): Promise<Taken> {
  const found: Span[] = []
  let without = 0
  await inSlices(cells, cell => {
    const numbers = numbersOfCell(plain, cell, home).found
    const attempt = numbers.length > 0 ? null : attemptIn(plain, cell, home)
    const taken = attempt ? [attempt] : numbers
    if (taken.length === 0) without++
    for (const span of taken) found.push(span)
  })
  const columns = names.map(name => `“${name.trim()}”`).join(' and ')
  const read =
    names.length === 1
      ? `Only the column ${columns} was read.`
      : `Only the columns ${columns} were read.`
  return { found, about: [read, withoutWords(without)].flatMap(words => words ?? []) }
}

async function numbersOfLines(plain: string, home: CountryCode): Promise<Taken> {
  const lines: { cells: Span[]; numbers: Span[][]; attempts: (Span | null)[] }[] = []
  let beside = 0
  await inSlices(spansOf(LINE, plain), line => {
    if (isPlainNumber(sliceOf(plain, line), home)) {
      lines.push({ cells: [line], numbers: [[line]], attempts: [null] })
      return
    }
    const cells = cellsOf(plain, line)
    const read = cells.map(cell => numbersOfCell(plain, cell, home))
    const numbers = read.map(({ found }) => found)
    const hasWords = cells.some(
      (cell, index) => numbers[index]?.length === 0 && /\p{L}/u.test(sliceOf(plain, cell)),
    )
    for (const { found, beside: more } of read) beside += hasWords ? found.length : more
    const attempts = cells.map((cell, index) =>
      numbers[index]?.length ? null : attemptIn(plain, cell, home),
    )
    lines.push({ cells, numbers, attempts })
  })
  const isList = isListOfNumbers(plain, lines)
  let without = 0
  const found = lines.flatMap(({ cells, numbers, attempts }) => {
    const isAlone = cells.length === 1
    const spans = cells.flatMap((_, index) => {
      const attempt = isAlone || isList ? attempts[index] : null
      return attempt ? [attempt] : (numbers[index] ?? [])
    })
    if (spans.length === 0 && cells.length > 0) without++
    return spans
  })
  // Words alone are entries, so that one sees why they are no numbers.
  if (found.length === 0 && runsOutside(plain, []).length === 0) {
    const words = lines.flatMap(({ cells }) => cells)
    return { found: words.filter(cell => !hasSevenDigits(sliceOf(plain, cell))), about: [] }
  }
  return {
    found,
    about: [besideWords(beside), withoutWords(without)].flatMap(words => words ?? []),
  }
}

/** Of lines with several cells: whether these are a number each, or were meant as one. */
function isListOfNumbers(
  plain: string,
  lines: { cells: Span[]; numbers: Span[][]; attempts: (Span | null)[] }[],
): boolean {
  let all = 0
  let right = 0
  let meant = 0
  for (const { cells, numbers, attempts } of lines) {
    if (cells.length === 1) continue
    all += cells.length
    right += numbers.filter(found => found.length > 0).length
    meant += attempts.filter(attempt => attempt && isBare(sliceOf(plain, attempt))).length
  }
  return right * 2 > all || right + meant === all
}

function isPlainNumber(line: string, home: CountryCode): boolean {
  return PLAIN_LINE.test(line) || (SPACED_LINE.test(line) && isCertain(line, home))
}

function hasSevenDigits(text: string): boolean {
  return text.replace(/\D/g, '').length >= 7
}

function isBare(text: string): boolean {
  return text.length >= 7 && !/\p{L}/u.test(text)
}

function besideWords(count: number): string | null {
  if (count === 0) return null
  return `Text next to ${count === 1 ? 'one number' : `${count.toLocaleString('en')} numbers`} was ignored.`
}

function withoutWords(count: number): string | null {
  if (count === 0) return null
  return count === 1
    ? 'One line has no phone number.'
    : `${count.toLocaleString('en')} lines have no phone number.`
}

function written(plain: string, span: Span): string {
  return unfolded(sliceOf(plain, span))
}

async function inSlices<Item>(items: Item[], use: (item: Item) => void): Promise<void> {
  let begun = performance.now()
  for (const item of items) {
    use(item)
    if (performance.now() - begun < SLICE_MS) continue
    await pause()
    begun = performance.now()
  }
}

/** @returns the number of the line, from 1 on, in which a place is; asked for in order */
function lineCounter(text: string): (place: number) => number {
  let line = 1
  let at = 0
  return place => {
    const passed = text.slice(at, place).match(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g)
    line += passed?.length ?? 0
    at = place
    return line
  }
}
