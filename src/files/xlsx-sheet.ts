import { stampIn } from '../../contract/time/stamp.ts'
import { loadModule } from '../api/connection.ts'
import type { FileCell, FileColumn } from './file-cell.ts'

/** A workbook whose last sheet is written row by row, so that the page can respond in between. */
export type XlsxSheet = {
  add: (rows: FileCell[][]) => void
  /** Ends the file. Nothing can be added after that. */
  finish: () => Blob
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Longer texts make Excel call the file damaged. */
export const MAX_CELL_LENGTH = 32_767

/**
 * Begins an .xlsx file (ECMA-376). Its texts stay texts: Excel treats none as a formula, a date or a
 * number (docs/decisions/0019).
 *
 * @param columns their names are the first row, which is bold and stays visible
 * @param timeZone of its dates
 * @param summary the rows of a sheet before it; the first row is bold
 */
export async function startXlsxSheet(
  columns: FileColumn[],
  timeZone: string,
  summary: string[][] = [],
): Promise<XlsxSheet> {
  const { strToU8, Zip, ZipDeflate, ZipPassThrough } = await loadModule(() => import('fflate'))
  const chunks: BlobPart[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(new Uint8Array(chunk))
  })
  const sheets = summary.length === 0 ? [ROWS] : ['Summary', ROWS]
  const parts = {
    ...otherParts(sheets),
    ...(summary.length > 0 && { 'xl/worksheets/sheet1.xml': summarySheet(summary, timeZone) }),
  }
  for (const [name, text] of Object.entries(parts)) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(strToU8(text), true)
  }
  const sheet = new ZipDeflate(`xl/worksheets/sheet${sheets.length}.xml`, { level: 1 })
  zip.add(sheet)
  let count = 0
  const add = (rows: FileCell[][], style?: string) => {
    const lines = rows.map(row => rowOf(row, ++count, timeZone, style))
    sheet.push(strToU8(lines.join('')))
  }
  sheet.push(strToU8(SHEET_START))
  const header = columns.map(({ name, kind }) =>
    kind === 'moment' ? `${name} (${timeZone})` : name,
  )
  add([header], BOLD)
  return {
    add: rows => add(rows),
    finish: () => {
      const all = `A1:${columnName(header.length)}${count}`
      sheet.push(strToU8(sheetEnd(all)), true)
      zip.end()
      return new Blob(chunks, { type: XLSX_TYPE })
    },
  }
}

const ROWS = 'Failed events'

const BOLD = ' s="1"'

function rowOf(row: FileCell[], place: number, timeZone: string, style = ''): string {
  return `<row r="${place}">${row.map(cell => cellOf(cell, style, timeZone)).join('')}</row>`
}

/** Its labels have room, and its sentences continue over the empty cells next to them. */
function summarySheet(rows: string[][], timeZone: string): string {
  const lines = rows.map((row, index) => rowOf(row, index + 1, timeZone, index === 0 ? BOLD : ''))
  return `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="30" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData>${digitsAreTexts(`A1:B${rows.length}`)}</worksheet>`
}

function cellOf(value: FileCell, style: string, timeZone: string): string {
  if (value === '') return `<c${style}/>`
  if (value instanceof Date) {
    const local = stampIn(value, timeZone).slice(0, '2026-11-21T14:03:09'.length)
    const days = Date.parse(`${local}Z`) / 86_400_000 + DAYS_UNTIL_1970
    // Excel has no dates before 1900, and takes that year for a leap year.
    return days > 60 ? `<c s="2"><v>${days}</v></c>` : cellOf(local, style, timeZone)
  }
  if (typeof value === 'number') return `<c${style}><v>${value}</v></c>`
  return `<c${style} t="inlineStr"><is><t xml:space="preserve">${escapeText(shorten(value))}</t></is></c>`
}

/** Excel counts days from the end of 1899. */
const DAYS_UNTIL_1970 = 25_569

const CUT = '… (cut: Excel allows 32,767 characters. The CSV and JSON files have the whole text.)'

function shorten(text: string): string {
  return text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH - CUT.length) + CUT : text
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Characters that XML can't contain even if they are escaped, except tab and line feed. */
const NOT_IN_XML = /[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function escapeText(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      .toWellFormed()
      .replaceAll(NOT_IN_XML, '\ufffd')
      // Excel reads "_x0041_" as an escaped "A".
      .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .replaceAll(/[&<>]/g, sign => ESCAPED[sign] ?? sign)
  )
}

/** "A" for 1, "AA" for 27 */
function columnName(place: number): string {
  const before = Math.floor((place - 1) / 26)
  return `${before > 0 ? columnName(before) : ''}${String.fromCharCode(65 + ((place - 1) % 26))}`
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="20" defaultRowHeight="15"/><sheetData>`

function sheetEnd(all: string): string {
  return `</sheetData><autoFilter ref="${all}"/>${digitsAreTexts(all)}</worksheet>`
}

/** Excel shows no warning for digits that are text, such as phone numbers. */
function digitsAreTexts(cells: string): string {
  return `<ignoredErrors><ignoredError sqref="${cells}" numberStoredAsText="1"/></ignoredErrors>`
}

/** @param sheets the names of the sheets, in their order */
function otherParts(sheets: string[]): Record<string, string> {
  const forEach = (part: (id: number, name: string) => string) =>
    sheets.map((name, index) => part(index + 1, name)).join('')
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>${forEach(id => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${CONTENT}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${forEach((id, name) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${forEach(id => `<Relationship Id="rId${id}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${id}.xml"/>`)}<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
}
