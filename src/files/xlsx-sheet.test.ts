import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { FileCell, FileColumn } from './file-cell.ts'
import { MAX_CELL_LENGTH, startXlsxSheet, XLSX_TYPE } from './xlsx-sheet.ts'

const COLUMNS: FileColumn[] = [{ name: 'Name' }, { name: 'Count' }]

async function written(...rows: FileCell[][]) {
  return sheetOf(COLUMNS, rows)
}

async function sheetOf(columns: FileColumn[], rows: FileCell[][]) {
  const sheet = await startXlsxSheet(columns, 'Africa/Johannesburg')
  for (const row of rows) sheet.add([row])
  return partsOf(sheet.finish())
}

async function partsOf(file: Blob) {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()))
  const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  return { file, names: Object.keys(parts), text, sheet: text('xl/worksheets/sheet1.xml') }
}

/** The texts and numbers of each row, as a spreadsheet reads them. */
function cellsOf(sheet: string): string[][] {
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c[^>]*?(?:\/>|>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>)/gs)].map(
      ([, text, number]) => text ?? number ?? '',
    ),
  )
}

test('a workbook has the parts that Excel asks for', async () => {
  const { file, names, text } = await written()
  expect(file.type).toBe(XLSX_TYPE)
  expect(names).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
  for (const part of names.slice(2)) {
    if (!part.includes('_rels')) expect(text('[Content_Types].xml')).toContain(`"/${part}"`)
  }
})

test('a summary is a sheet before the rows', async () => {
  const sheet = await startXlsxSheet(COLUMNS, 'UTC', [['Acme'], [], ['Failed', '2']])
  sheet.add([['One', 1]])
  const { text } = await partsOf(sheet.finish())
  expect(text('xl/workbook.xml')).toMatch(/"Summary" .*"rId1".*"Failed events" .*"rId2"/)
  expect(text('xl/_rels/workbook.xml.rels')).toMatch(/"rId1".*sheet1\.xml.*"rId2".*sheet2\.xml/)
  for (const part of ['worksheets/sheet1.xml', 'worksheets/sheet2.xml', 'styles.xml']) {
    expect(text('[Content_Types].xml')).toContain(`"/xl/${part}"`)
  }
  expect(cellsOf(text('xl/worksheets/sheet1.xml'))).toEqual([['Acme'], [], ['Failed', '2']])
  expect(cellsOf(text('xl/worksheets/sheet2.xml'))).toEqual([
    ['Name', 'Count'],
    ['One', '1'],
  ])
})

test('rows keep their order, and empty cells their place', async () => {
  const { sheet } = await written(['Müller ☎', 3], ['', 0], [' a ', ''])
  expect(cellsOf(sheet)).toEqual([
    ['Name', 'Count'],
    ['Müller ☎', '3'],
    ['', '0'],
    [' a ', ''],
  ])
  expect(sheet).toContain('<autoFilter ref="A1:B4"/>')
})

test('a text is never a formula, a number or a date', async () => {
  const { sheet } = await written(['=1+1', '0042'], ['9007199254740993', '+27821230001'])
  expect(sheet).not.toMatch(/<f>|<v>/)
  expect(cellsOf(sheet).slice(1)).toEqual([
    ['=1+1', '0042'],
    ['9007199254740993', '+27821230001'],
  ])
})

test.each([
  ['<b> & "c"', '&lt;b&gt; &amp; "c"'],
  ['one\r\ntwo\tthree', 'one\ntwo\tthree'],
  ['\u0000\u001b\uffff', '\ufffd\ufffd\ufffd'],
  ['\ud800', '\ufffd'],
  ['_x0041_', '_x005F_x0041_'],
  ['😀', '😀'],
])('%j is written as %j', async (text, inFile) => {
  const { sheet } = await written([text, 1])
  expect(cellsOf(sheet)[1]?.[0]).toBe(inFile)
})

test('a text that Excel does not allow is cut, and says so', async () => {
  const { sheet } = await written(['x'.repeat(MAX_CELL_LENGTH), 'x'.repeat(MAX_CELL_LENGTH + 1)])
  const [whole = '', cut = ''] = cellsOf(sheet)[1] ?? []
  expect(whole).toBe('x'.repeat(MAX_CELL_LENGTH))
  expect(cut).toHaveLength(MAX_CELL_LENGTH)
  expect(cut).toMatch(/x… \(cut: Excel allows 32,767 characters\./)
})

test('a moment is a date in the time zone of the workbook', async () => {
  const columns: FileColumn[] = [{ name: 'Failed at', kind: 'moment' }]
  const { sheet, text } = await sheetOf(columns, [[new Date('2026-11-20T22:30:15.250Z')]])
  expect(cellsOf(sheet)).toEqual([
    ['Failed at (Africa/Johannesburg)'],
    [String(46_347 + (30 * 60 + 15) / 86_400)],
  ])
  expect(sheet).toContain('<c s="2"><v>')
  expect(text('xl/styles.xml')).toContain('formatCode="yyyy-mm-dd hh:mm:ss"')
})

test('a moment before the dates of Excel is a text', async () => {
  const { sheet } = await written([new Date('1899-12-31T12:00:00Z'), 1])
  expect(cellsOf(sheet)[1]?.[0]).toBe('1899-12-31T13:30:00')
})
