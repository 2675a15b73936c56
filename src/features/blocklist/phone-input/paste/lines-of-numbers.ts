import type { CountryCode } from 'libphonenumber-js/max'
import { forEachYielding } from '../../batch/for-each-yielding.ts'
import { runsOutside } from './digit-runs.ts'
import { isCertain } from './find-numbers.ts'
import * as messages from './messages.ts'
import { cellsOf, emptyCell, type ReadCell, readInto } from './read-cell.ts'
import type { FoundNumbers } from './span.ts'
import { type Span, sliceOf } from './span.ts'

const LINE = /[^\r\n\v\f\u0085\u2028\u2029]+/g
/** Like most lines of long lists. They need no search. */
const PLAIN_LINE = /^\+?\d{7,15}$/
const SPACED_LINE = /^\+?\d[\d ]*$/
const MAX_PLAIN = 60

/** The numbers of a text that is not a table: a mail, a list, a chat, a log. */
export async function linesOfNumbers(
  text: string,
  defaultCountry: CountryCode,
): Promise<FoundNumbers> {
  const lines: ReadCell[][] = []
  await forEachYielding(readInSteps(text, defaultCountry, lines), () => undefined)
  const isList = await isListOfNumbers(text, lines)
  const all: Span[] = []
  let withoutNumber = 0
  let withOtherText = 0
  function* collect(): Generator<void> {
    for (const cells of lines) {
      const before = all.length
      let inLine = 0
      let besideText = 0
      let isAnyText = false
      for (const { numbers, attempt, hasLetters, hasOtherText } of cells) {
        const isMeant = attempt !== null && (cells.length === 1 || isList)
        for (const span of isMeant ? [attempt] : numbers) all.push(span)
        inLine += numbers.length
        if (hasOtherText) besideText += numbers.length
        isAnyText ||= numbers.length === 0 && hasLetters
        yield
      }
      if (all.length === before && cells.length > 0) withoutNumber++
      withOtherText += isAnyText ? inLine : besideText
    }
  }
  await forEachYielding(collect(), () => undefined)
  // Words alone become entries, so that a person sees why they are not numbers.
  if (all.length === 0 && (await runsOutside(text, [])).length === 0) {
    await forEachYielding(lines, cells => {
      for (const { cell } of cells) if (!hasSevenDigits(sliceOf(text, cell))) all.push(cell)
    })
    return { numbers: all, ignored: [] }
  }
  const ignored = [messages.ignoredText(withOtherText), messages.linesWithoutNumber(withoutNumber)]
  return { numbers: all, ignored: ignored.flatMap(words => words ?? []) }
}

/** Adds the cells of each line to `lines`. A line or a cell can be as long as the text. */
function* readInSteps(
  text: string,
  defaultCountry: CountryCode,
  lines: ReadCell[][],
): Generator<void> {
  for (const { index, 0: slice } of text.matchAll(LINE)) {
    const line = { from: index, to: index + slice.length }
    const cells: ReadCell[] = []
    lines.push(cells)
    if (slice.length < MAX_PLAIN && isPlainNumber(slice, defaultCountry)) {
      cells.push({ ...emptyCell(line), numbers: [line] })
      yield
      continue
    }
    for (const cell of cellsOf(text, line)) {
      const read = emptyCell(cell)
      cells.push(read)
      yield* readInto(read, text, defaultCountry)
    }
  }
}

/** For lines with several cells: whether each cell is a number or was meant as one. */
async function isListOfNumbers(text: string, lines: ReadCell[][]): Promise<boolean> {
  let all = 0
  let right = 0
  let meant = 0
  await forEachYielding(lines, cells => {
    if (cells.length < 2) return
    for (const { numbers, attempt, hasLetters } of cells) {
      all++
      if (numbers.length > 0) right++
      if (attempt && !hasLetters && sliceOf(text, attempt).length >= 7) meant++
    }
  })
  return right * 2 > all || right + meant === all
}

function isPlainNumber(line: string, defaultCountry: CountryCode): boolean {
  return PLAIN_LINE.test(line) || (SPACED_LINE.test(line) && isCertain(line, defaultCountry))
}

function hasSevenDigits(text: string): boolean {
  return text.replace(/\D/g, '').length >= 7
}
