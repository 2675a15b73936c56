import type { CountryCode } from 'libphonenumber-js/max'
import { forEachYielding } from '../../batch/for-each-yielding.ts'
import { runsOutside } from './digit-runs.ts'
import { isCertain } from './find-numbers.ts'
import * as messages from './messages.ts'
import { cellsOf, type ReadCell, readCell } from './read-cell.ts'
import type { FoundNumbers } from './span.ts'
import { type Span, sliceOf, spansOf } from './span.ts'

const LINE = /[^\r\n\v\f\u0085\u2028\u2029]+/g
/** Like most lines of long lists. They need no search. */
const PLAIN_LINE = /^\+?\d{7,15}$/
const SPACED_LINE = /^\+?\d[\d ]*$/
/** No number is longer, however it is spaced. */
const MAX_SPACED = 40

/** The numbers of a text that is not a table: a mail, a list, a chat, a log. */
export async function linesOfNumbers(
  text: string,
  defaultCountry: CountryCode,
): Promise<FoundNumbers> {
  const lines = await readLines(text, defaultCountry)
  const isList = isListOfNumbers(text, lines)
  const found = lines.map(cells =>
    cells.flatMap(({ numbers, attempt }) =>
      attempt && (cells.length === 1 || isList) ? [attempt] : numbers,
    ),
  )
  const all = found.flat()
  // Words alone become entries, so that a person sees why they are not numbers.
  if (all.length === 0 && runsOutside(text, []).length === 0) {
    const words = lines.flatMap(cells => cells.map(({ cell }) => cell))
    return { numbers: words.filter(cell => !hasSevenDigits(sliceOf(text, cell))), ignored: [] }
  }
  const withoutNumber = found.filter((spans, line) => spans.length === 0 && lines[line]?.length)
  const withOtherText = lines.reduce((count, cells) => count + besideOtherText(cells), 0)
  const ignored = [
    messages.ignoredText(withOtherText),
    messages.linesWithoutNumber(withoutNumber.length),
  ]
  return { numbers: all, ignored: ignored.flatMap(words => words ?? []) }
}

/** Cell by cell, because a line can be as long as the text. */
async function readLines(text: string, defaultCountry: CountryCode): Promise<ReadCell[][]> {
  const lines: ReadCell[][] = []
  const cells: { cell: Span; line: ReadCell[] }[] = []
  await forEachYielding(spansOf(LINE, text), line => {
    const slice = sliceOf(text, line)
    if (isPlainNumber(slice, defaultCountry)) {
      lines.push([
        { cell: line, numbers: [line], attempt: null, hasLetters: false, hasOtherText: false },
      ])
      return
    }
    const read: ReadCell[] = []
    lines.push(read)
    for (const cell of cellsOf(text, line)) cells.push({ cell, line: read })
  })
  await forEachYielding(cells, ({ cell, line }) => line.push(readCell(text, cell, defaultCountry)))
  return lines
}

/** The number of numbers in a line with other text in the same or another cell. */
function besideOtherText(cells: ReadCell[]): number {
  const isAny = cells.some(({ numbers, hasLetters }) => numbers.length === 0 && hasLetters)
  return cells
    .filter(({ hasOtherText }) => isAny || hasOtherText)
    .reduce((count, { numbers }) => count + numbers.length, 0)
}

/** For lines with several cells: whether each cell is a number or was meant as one. */
function isListOfNumbers(text: string, lines: ReadCell[][]): boolean {
  const cells = lines.filter(line => line.length > 1).flat()
  const right = cells.filter(({ numbers }) => numbers.length > 0).length
  const meant = cells.filter(
    ({ attempt, hasLetters }) => attempt && !hasLetters && sliceOf(text, attempt).length >= 7,
  ).length
  return right * 2 > cells.length || right + meant === cells.length
}

function isPlainNumber(line: string, defaultCountry: CountryCode): boolean {
  if (PLAIN_LINE.test(line)) return true
  return line.length <= MAX_SPACED && SPACED_LINE.test(line) && isCertain(line, defaultCountry)
}

function hasSevenDigits(text: string): boolean {
  return text.replace(/\D/g, '').length >= 7
}
