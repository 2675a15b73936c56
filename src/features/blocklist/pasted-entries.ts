/** The entries of a pasted text, and in words what was left out of it. */
export type PastedEntries = { entries: string[]; about: string | null }

/** More than these at once is more than anyone means to paste. */
export const MOST_ENTRIES = 200_000

const PHONE_HEADING = /phone|msisdn|caller|mobile|cell|tel|number|nommer|foon/i
const PHONE_LIKE = /^['’]?(tel:)?[+(\d][\d\s().\-/\u00a0\u2010-\u2015]{5,}$/i

/**
 * Takes anything that holds numbers: lines, commas, semicolons, a column of a spreadsheet, or a
 * table with a heading, of which the columns with phone numbers are taken.
 */
export async function pastedEntries(text: string): Promise<PastedEntries> {
  const rows = await readRows(text)
  const [first] = rows
  if (first === undefined) return { entries: [], about: null }
  const heading = rows.length > 1 && first.some(cell => cell !== '') && !first.some(hasDigits)
  const body = heading ? rows.slice(1) : rows
  const columns = phoneColumns(heading ? first : null, body)
  const width = Math.max(...rows.map(row => row.length))
  const isWhole = columns === null || columns.length === width
  const entries = body.flatMap(row =>
    (isWhole ? row : columns.map(column => row[column] ?? '')).filter(cell => cell !== ''),
  )
  // A heading over a single column is only known by what stands below it.
  if (heading && isWhole && !body.flat().some(cell => PHONE_LIKE.test(cell))) {
    return { entries: rows.flat().filter(cell => cell !== ''), about: null }
  }
  return { entries, about: aboutWords(heading ? first : null, isWhole ? null : columns, width) }
}

async function readRows(text: string): Promise<string[][]> {
  const { default: papaparse } = await import('papaparse')
  const { data } = papaparse.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimitersToGuess: ['\t', ';', ',', '|'],
    skipEmptyLines: 'greedy',
  })
  return data.map(row => row.map(cell => cell.trim()))
}

/** Which columns hold phone numbers; null where it's no table but a list of numbers. */
function phoneColumns(heading: string[] | null, body: string[][]): number[] | null {
  const width = Math.max(0, ...body.map(row => row.length))
  if (width < 2) return null
  const shares = Array.from({ length: width }, (_, column) => phoneShare(body, column))
  const named = shares.flatMap((share, column) =>
    share >= 0.5 && PHONE_HEADING.test(heading?.[column] ?? '') ? [column] : [],
  )
  if (named.length > 0) return named
  if (shares.every(share => share >= 0.8)) return null
  const best = Math.max(...shares)
  return best >= 0.5 ? [shares.indexOf(best)] : null
}

function phoneShare(body: string[][], column: number): number {
  const cells = body.map(row => row[column] ?? '').filter(cell => cell !== '')
  return cells.length === 0 ? 1 : cells.filter(cell => PHONE_LIKE.test(cell)).length / cells.length
}

function hasDigits(cell: string): boolean {
  return /\d{4}/.test(cell.replace(/\D/g, ''))
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
  return `Taken from the column ${names.join(' and ')}; ${others === 1 ? 'the other column is' : `the other ${others} columns are`} left out.`
}
