import { numbersOfCards } from './contact-cards.ts'
import {
  cleanCell,
  hasNumber,
  isPhoneLike,
  numbersAmongWords,
  numbersOfCell,
} from './pasted-cells.ts'
import { phoneColumns } from './phone-columns.ts'

/** The entries of a pasted text, and in words what was left out of it. */
export type PastedEntries = { entries: string[]; about: string | null }

/** More than these at once is more than anyone means to paste. */
export const MOST_ENTRIES = 200_000

/**
 * Takes anything that holds numbers: lines, commas, semicolons, a column of a spreadsheet, contact
 * cards, or a table with a heading, of which the columns with phone numbers are taken.
 */
export async function pastedEntries(text: string): Promise<PastedEntries> {
  const ofCards = numbersOfCards(text)
  if (ofCards) {
    return { entries: ofCards, about: 'Taken from contact cards; what else they hold is left out.' }
  }
  const rows = await readRows(text)
  if (rows.length === 0) return { entries: [], about: null }
  const { heading, body: numbered } = withoutHeading(rows)
  const body = withoutPlaces(numbered)
  const width = widthOf(rows)
  const columns = phoneColumns(heading, body, widthOf(body))
  const isWhole = columns === null || columns.length === width
  let beside = 0
  const entries = body.flatMap(row =>
    (isWhole ? row : columns.map(column => row[column] ?? ''))
      .filter(cell => cell !== '')
      .flatMap(numbersOfCell)
      .flatMap(cell => {
        const numbers = numbersAmongWords(cell)
        beside += numbers?.length ?? 0
        return numbers ?? [cell]
      }),
  )
  // A heading over a single column is only known by what stands below it.
  if (heading && isWhole && beside === 0 && !body.flat().some(isPhoneLike)) {
    return { entries: rows.flat().filter(cell => cell !== ''), about: null }
  }
  const about = [aboutWords(heading, isWhole ? null : columns, width), besideWords(beside)]
  return { entries, about: about.filter(words => words !== null).join(' ') || null }
}

function besideWords(count: number): string | null {
  if (count === 0) return null
  return `What stands beside ${count === 1 ? 'one number' : `${count.toLocaleString('en')} numbers`} is left out.`
}

async function readRows(text: string): Promise<string[][]> {
  const { default: papaparse } = await import('papaparse')
  const bare = text.replace(/^\ufeff/, '')
  // Excel's own first line, which says what separates the cells.
  const [line = '', separator] = /^sep=([^\r\n])\r?\n/i.exec(bare) ?? []
  const parse = (csv: string) =>
    papaparse.parse<string[]>(csv, {
      delimiter: separator ?? '',
      delimitersToGuess: ['\t', ';', ',', '|'],
      skipEmptyLines: 'greedy',
    })
  // "2,7821E+10": that comma is in a number which the spreadsheet has shortened.
  const csv = bare.slice(line.length).replace(/(^|[\t;|"\n])(\d),(\d+E\+\d)/gi, '$1$2.$3')
  const { data, errors } = parse(csv)
  // A quote that is never closed would make one entry of all that comes after it.
  const isCut = errors.some(({ code }) => code === 'MissingQuotes')
  return (isCut ? parse(csv.replaceAll('"', '')).data : data).map(row => row.map(cleanCell))
}

/** Above a table, a title may stand before the names of its columns. */
function withoutHeading(rows: string[][]): { heading: string[] | null; body: string[][] } {
  const isTable = rows.some(row => row.length > 1)
  const first = rows.findIndex(row => row.some(hasNumber))
  const begin = first === -1 ? 1 : isTable ? first : Math.min(first, 1)
  const heading = rows.length > 1 ? rows[begin - 1] : undefined
  return heading?.some(cell => cell !== '')
    ? { heading, body: rows.slice(begin) }
    : { heading: null, body: rows }
}

/** "1.082 123 0001", "2.082 123 0002": what counts the lines is no part of the numbers. */
function withoutPlaces(body: string[][]): string[][] {
  const isNumbered = body.every(([first = ''], index) => PLACE.exec(first)?.[1] === `${index + 1}`)
  if (body.length < 2 || !isNumbered) return body
  return body.map(([first = '', ...others]) => [first.replace(PLACE, ''), ...others])
}

const PLACE = /^\(?(\d+)(?:[.):]\s*|\s*[-\p{Pd}]?\s+)(?=\D*\d)/u

/** Not by spreading them: there may be more rows than a call takes arguments. */
function widthOf(rows: string[][]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0)
}

function aboutWords(heading: string[] | null, columns: number[] | null, width: number) {
  if (columns === null) {
    return heading === null ? null : `The heading “${heading.join(', ')}” is left out.`
  }
  const names = columns.map(column => {
    const name = heading?.[column]
    return name ? `“${name}”` : `number ${column + 1}`
  })
  const others = width - columns.length
  const taken = names.length === 1 ? 'column' : 'columns'
  return `Taken from the ${taken} ${names.join(' and ')}; ${others === 1 ? 'the other column is' : `the other ${others} columns are`} left out.`
}
