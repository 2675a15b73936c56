import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pastedTexts } from './testing/pasted-texts.ts'

const read = (text: string) => pastedTexts(text, 'ZA')

const NUMBERS = ['27 82 123 0001', '+27 82 123 0002', '0821230003']

function numbered(before: (place: number) => string): string {
  return NUMBERS.map((number, index) => before(index + 1) + number).join('\n')
}

it.each([
  ['lines', NUMBERS.join('\n')],
  ['lines of Windows, with empty ones', `\r\n${NUMBERS.join('\r\n\r\n')}\r\n`],
  ['commas', NUMBERS.join(', ')],
  ['semicolons', NUMBERS.join(';')],
  ['a row of a spreadsheet', NUMBERS.join('\t')],
  ['a column in quotes', NUMBERS.map(number => `"${number}"`).join('\n')],
  ['lines that end in commas', NUMBERS.map(number => `${number},`).join('\n')],
  ['formulas that keep the digits', NUMBERS.map(number => `="${number}"`).join('\n')],
  ['a quote that is never closed', `"${NUMBERS.join('\n')}`],
  ['commas and semicolons in one line', `${NUMBERS[0]}, ${NUMBERS[1]}; ${NUMBERS[2]}`],
  ['commas and semicolons', `${NUMBERS[0]};${NUMBERS[1]},${NUMBERS[2]}\n`],
  ['commas of other scripts', `${NUMBERS[0]}، ${NUMBERS[1]}、${NUMBERS[2]}`],
  ['a numbered list', numbered(place => `${place}.`)],
  ['a list with numbers in brackets', numbered(place => `(${place}) `)],
  ['a list with separated numbers', numbered(place => `${place} - `)],
  ['a list with nothing but a space', numbered(place => `${place} `)],
  ['two in a line', `${NUMBERS.slice(0, 2).join(' / ')}\n${NUMBERS[2]}`],
])('takes %s', async (_what, text) => {
  expect(await read(text)).toEqual({ entries: NUMBERS, skipped: [], about: null })
})

it.each([
  ['082 123 0001 082 333', '082 333'],
  ['08233 Piet 082 123 0001', '08233'],
])('lists the beginning of a number next to a whole one as skipped: %s', async (text, begun) => {
  const { entries, skipped } = await read(text)
  expect(entries).toEqual(['082 123 0001'])
  expect(skipped).toEqual([{ text: begun, line: 1 }])
})

it.each(['004512 082 123 0001', '082 123 0001 at 08:30:15', '082 123 0001 on 01/02/26'])(
  'does not take other short digits for the beginning of a number: %s',
  async text => expect((await read(text)).skipped).toEqual([]),
)

it('lists the number of something else as skipped, and no number of a list item', async () => {
  const { entries, skipped } = await read('1.\nID 8001015009087\nRef 1234567\n082 123 0001\n082 12')
  expect(entries).toEqual(['082 123 0001', '082 12'])
  expect(skipped).toEqual([
    { text: '8001015009087', line: 2 },
    { text: '1234567', line: 3 },
  ])
})

it.each([
  ['all columns', `${NUMBERS[0]},${NUMBERS[1]},nobody\n${NUMBERS[2]},${NUMBERS[2]},`],
  ['rows of several widths', `Smith, John, ${NUMBERS[0]}\n${NUMBERS[1]}, rude\n${NUMBERS[2]}`],
  ['one column', NUMBERS.map(number => `${number}\tAcme Cars`).join('\n')],
])('takes the numbers of %s where no heading says what they are', async (_which, text) => {
  const { entries, skipped } = await read(text)
  expect([...new Set(entries)]).toEqual(NUMBERS)
  expect(skipped).toEqual([])
})

it.each([
  ['John: 082 123 0001', ['082 123 0001']],
  ['(082) 123 0001 (home)', ['(082) 123 0001']],
  ['please block 082 123 0001 and +27 82 123 0002.', ['082 123 0001', '+27 82 123 0002']],
  ['both of 082 123 0001 / 082 123 0002', ['082 123 0001', '082 123 0002']],
  ['https://wa.me/27821230001', ['27821230001']],
  ['082 123 0001 ext 5', ['082 123 0001']],
  ['<a href="tel:+27821230001">call</a>', ['+27821230001']],
  ['20/11/2026 10:15 John 082 123 0001', ['082 123 0001']],
])('ignores the words next to the numbers: %s', async (text, numbers) => {
  expect((await read(text)).entries).toEqual(numbers)
})

it.each([
  ['0821230001²', '0821230001'],
  ['082 123 0001 ①', '082 123 0001'],
  ['*31#0821230001', '0821230001'],
  ['5. 27 82 123 0001', '27 82 123 0001'],
])('ignores a character that is only next to a number: %s', async (text, number) => {
  expect(await read(text)).toEqual({ entries: [number], skipped: [], about: null })
})

it.each([
  'O82 123 0001',
  '082 l23 0001',
  '0821230001e',
  '082 123 00',
  '44 20 7946 0958',
  '1-800-FLOWERS',
])('keeps %s unchanged, for a person to check', async text => {
  expect(await read(text)).toEqual({ entries: [text], skipped: [], about: null })
})

it.each([
  ['0821230010 - 0821230019', ['0821230010 - 0821230019']],
  ['0821230010-0821230019, rude', ['0821230010-0821230019']],
  ['"0821230010" - "0821230019"', ['0821230010" - "0821230019']],
  ['„0821230010“ – „0821230019“', ['0821230010“ – „0821230019']],
  ["'0821230010' - '0821230019'", ["0821230010' - '0821230019"]],
  ['Bob\t0821230010\t-\t0821230019', ['0821230010\t-\t0821230019']],
  ['from,0821230010,to,0821230019', ['0821230010,to,0821230019']],
  ['| 0821230010 | до | 0821230019 |', ['0821230010 | до | 0821230019']],
  ['с 0821230010 по 0821230019', ['с 0821230010 по 0821230019']],
  ['от 0821230010 до 0821230019', ['от 0821230010 до 0821230019']],
  ['0821230010 ↔ 0821230019', ['0821230010 ↔ 0821230019']],
  ['Block 0821230010 to 0821230019 please', ['0821230010 to 0821230019']],
  ['0821230010, 0821230011-0821230019', ['0821230010', '0821230011-0821230019']],
  ['0821230010-12, 0821230015-19', ['0821230010-12', '0821230015-19']],
  ['082 123 0010-19', ['082 123 0010-19']],
  ['+27 82 123 0010 – 19', ['+27 82 123 0010 – 19']],
  ['0821230001*', ['0821230001*']],
  ['Block 0821230001* please', ['0821230001*']],
  ['0821230001\n082123*', ['0821230001', '082123*']],
  ['Bob, 082123xxxx', ['082123xxxx']],
  ['0821230010 → 0821230019', ['0821230010 → 0821230019']],
  ['0821230010 tot en met 0821230019', ['0821230010 tot en met 0821230019']],
  ['0821230010/11/12', ['0821230010/11/12']],
  ['Block between 0821230010 and 0821230019 please', ['between 0821230010 and 0821230019']],
  ['tussen 0821230010 en 0821230019, Jo', ['tussen 0821230010 en 0821230019']],
  ['Block 0821230010 t/m 0821230019 please', ['0821230010 t/m 0821230019']],
])('keeps the range or wildcard of %j in one entry', async (text, texts) => {
  expect((await read(text)).entries).toEqual(texts)
})

it.each([
  ['082 123 0001 - 083 999 0002', ['082 123 0001', '083 999 0002']],
  ['0821230009 - 0821230001', ['0821230009', '0821230001']],
  ['*0821230001*', ['0821230001']],
  ['**0821230001** is rude', ['0821230001']],
  ['0821230001 - 5 calls', ['0821230001']],
  ['0821230001, 0821230002', ['0821230001', '0821230002']],
  ['0821230010 and 0821230019', ['0821230010', '0821230019']],
  ['between us: 0821230010 and 0821230019', ['0821230010', '0821230019']],
])('takes the numbers of %j, which is no range', async (text, texts) => {
  expect((await read(text)).entries).toEqual(texts)
})

it('takes the numbers of contact cards', async () => {
  const cards = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Doe;John;;;',
    'TEL;TYPE=CELL:27 82 123 0001',
    'item1.TEL;TYPE=WORK,VOICE:+27 82 123 0002',
    'NOTE:27821239999',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:4.0',
    'TEL;VALUE=uri;TYPE="home,voice":tel:+27-82-123-0003',
    'END:VCARD',
  ]
  expect(await read(cards.join('\r\n'))).toEqual({
    entries: ['27 82 123 0001', '+27 82 123 0002', '+27-82-123-0003'],
    skipped: [{ text: '27821239999', line: 6 }],
    about: null,
  })
})

it.each([
  ['extensions', ['082 123 0001 ext 5', '082 123 0002 x12']],
  ['words next to them', ['082 123 0001 (home)', 'cell: 082 123 0002']],
  ['invisible characters', ['\u202a+27821230001\u202c', '\u200e+27821230002']],
])('finds the column of numbers that have %s', async (_what, numbers) => {
  const table = numbers.map(number => `Doe;${number}`).join('\n')
  const { entries, about } = await read(`Name;Phone\n${table}`)
  expect(entries.map((entry, index) => numbers[index]?.includes(entry))).toEqual([true, true])
  expect(about).toBe('Only the column “Phone” was read.')
})

it('reads the digits of any script', async () => {
  expect((await read('٠٨٢١٢٣٠٠٠١\n०८२१२३०००२\n０８２１２３０００３')).entries).toEqual([
    '0821230001',
    '0821230002',
    '0821230003',
  ])
})

it('ignores a heading, and says so', async () => {
  expect(await read(`Phone\n${NUMBERS.join('\n')}`)).toEqual({
    entries: NUMBERS,
    skipped: [],
    about: 'Line 1 of the text has no phone number.',
  })
})

it('names the first lines without a number, as an editor counts them', async () => {
  const { about } = await read(`Hello\n\n${NUMBERS[0]}\nplease block\n${NUMBERS[1]}\nthanks`)
  expect(about).toBe('Lines 1, 4 and 1 other of the text have no phone number.')
})

it('takes the phone numbers of a table, and names their column', async () => {
  const table = ['Name;Account;Mobile', ...NUMBERS.map((n, i) => `"Doe; J";10000${i};${n}`)]
  expect(await read(`\ufeff${table.join('\r\n')}`)).toEqual({
    entries: NUMBERS,
    skipped: [],
    about: 'Only the column “Mobile” was read.',
  })
})

it('names all columns that it takes numbers from', async () => {
  const rows = NUMBERS.map(number => `Doe;${number};0113450001;0213450002`)
  const { about } = await read(`Name;Mobile;Home phone;Work phone\n${rows.join('\n')}`)
  expect(about).toBe('Only the columns “Mobile”, “Home phone” and “Work phone” were read.')
})

it.each([
  ['an account number', 'Numero,Kontak', '1500000'],
  ['a date', 'Usuku,Inombolo', '2026-11-21'],
  ['a date and time', 'Datum,Wer', '21/11/2026 08:30'],
  ['a tracking number', 'tracking_number,caller_number', '27211230000'],
  ['an account number, of a known heading', 'Account number,Phone', '1000012345'],
])('does not treat %s as a phone number', async (_what, heading, other) => {
  const rows = NUMBERS.map((number, index) => `${other},${number},${index}`)
  const { entries } = await read(`${heading},No\n${rows.join('\n')}`)
  expect(entries).toEqual(NUMBERS)
})

it('is not misled by columns that are empty', async () => {
  const rows = [...NUMBERS.map(number => `Doe;${number};`), 'Roe;nobody;'].join('\n')
  expect((await read(`Wer;Kontak;\n${rows}`)).entries).toEqual(NUMBERS)
})

it('finds the heading below a title, and what separates the cells where Excel says so', async () => {
  const rows = NUMBERS.map(number => `Doe;${number}`).join('\r\n')
  const { entries, about } = await read(`sep=;\r\nCallers of November;\r\nName;Phone\r\n${rows}`)
  expect(entries).toEqual(NUMBERS)
  expect(about).toBe('Only the column “Phone” was read.')
})

it.each([
  ['dots', 'Id;Phone\n1000234;2.7821E+10\n1000235;2.78212E+10'],
  ['commas', 'Id;Phone\n1000234;2,7821E+10\n1000235;2,78212E+10'],
  ['commas, in one column', 'Phone\n2,7821E+10\n2,78212E+10'],
])('takes the column of numbers that a spreadsheet has shortened, with %s', async (_how, text) => {
  const { entries } = await read(text)
  expect(entries.map(entry => entry.replace(',', '.'))).toEqual(['2.7821E+10', '2.78212E+10'])
})

it('separates numbers in one line', async () => {
  const { entries } = await read('082 123 0001 082 123 0002')
  expect(entries).toEqual(['082 123 0001', '082 123 0002'])
})

it('takes what this list itself exports', async () => {
  const text =
    'entity_context_name,entity_name,entity_reference,phone_number\r\ncompany,Acme,27000000001,tel:+27821230001\r\n'
  expect((await read(text)).entries).toEqual(['+27821230001'])
})

it('makes no entries of words', async () => {
  expect((await read('nobody\nno one')).entries).toEqual([])
  expect((await read('Friday 21 November 2026')).entries).toEqual([])
  expect((await read('27821230001\nnobody')).entries).toEqual(['27821230001'])
})

it('drops no number', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^\+?[1-9]\d{6,14}$/), { minLength: 1 }),
      fc.constantFrom('\n', '\r\n', ',', '; ', '\t', '|'),
      async (all, by) => {
        expect((await read(all.join(by))).entries).toEqual(all)
      },
    ),
  )
})
