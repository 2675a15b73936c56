import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_CHARACTERS } from './pasted-entries.ts'
import { pastedTexts } from './testing/pasted-texts.ts'

const LENGTH = 50_000
const number = (place: number) => `082${1_000_000 + place}`
const repeated = (piece: (place: number) => string, length = LENGTH) =>
  Array.from({ length: Math.ceil(length / piece(0).length) }, (_, place) => piece(place)).join('')

const FORMS: [string, string][] = [
  ['lines', repeated(place => `${number(place)}\n`)],
  ['one line with commas', repeated(place => `${number(place)},`)],
  ['one line with spaces', repeated(place => `${number(place)} `)],
  ['one line of a mail', repeated(place => `call ${number(place)} now `)],
  ['a table', `Name;Phone\n${repeated(place => `Doe;${number(place)}\n`)}`],
  ['a table with quotes', `Name,Phone\n${repeated(place => `"D ""x""",${number(place)}\n`)}`],
  ['a quote that is never closed', `Name,Phone\n"${repeated(place => `Doe,${number(place)}\n`)}`],
  ['JSON', repeated(place => `{"phone":"${number(place)}"},`)],
  ['contact cards', repeated(place => `BEGIN:VCARD\nTEL:${number(place)}\nEND:VCARD\n`)],
]

/** How often the event loop turns until everything is read. */
let turns = 0
let isWatching = false

beforeEach(() => {
  turns = 0
  isWatching = true
  const turn = () => {
    turns++
    if (isWatching) setImmediate(turn)
  }
  setImmediate(turn)
  // Each look at the clock finds that the slice is over, so the page can respond after each step.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
})
afterEach(() => {
  isWatching = false
  vi.restoreAllMocks()
})

test.each(FORMS)('%s is read in small steps, and completely', async (_form, text) => {
  const { entries, skipped } = await pastedTexts(text, 'ZA')
  const all = text.match(/082\d{7}/g) ?? []
  expect(entries.map(entry => entry.replace(/\D/g, ''))).toEqual(all)
  expect(skipped).toEqual([])
  expect(turns).toBeGreaterThan(LENGTH / 1_000)
})

test.each([
  ['digits', '1'.repeat(LENGTH)],
  ['letters', 'a'.repeat(LENGTH)],
  ['dashes', '1-'.repeat(LENGTH / 10)],
  ['quotes', `0821230001${"'".repeat(LENGTH)}`],
  ['accents', 'é'.repeat(LENGTH)],
])('a line of nothing but %s is read in small steps', async (_what, text) => {
  await pastedTexts(text, 'ZA')
  expect(turns).toBeGreaterThan(LENGTH / 20_000)
})

test.each([
  ['line breaks', '\n'],
  ['line breaks of Windows', '\r\n'],
  ['lines of spaces', '  \n'],
])('%s alone are read in small steps', async (_what, sign) => {
  await pastedTexts(sign.repeat(LENGTH / 10), 'ZA')
  expect(turns).toBeGreaterThan(LENGTH / 100)
})

test.each([
  ['20 MB of lines', repeated(place => `${number(place)}\n`, 20_000_000)],
  ['a little more than 5 MB', 'a'.repeat(MAX_CHARACTERS + 1)],
])('%s are refused before they are read', async (_what, text) => {
  await expect(pastedTexts(text, 'ZA')).rejects.toThrow('larger than 5 MB, so it was not read')
  expect(turns).toBe(0)
})

test.each([0, 1, 30, 80])(
  'a long table is read by its heading, wherever a row begins: %i',
  async shift => {
    const rows = repeated(
      place => `"Doe, ${'x'.repeat(80)}",27211230000,${number(place)}\n`,
      400_000,
    )
    const text = `Name${'e'.repeat(shift)},Tracking number,Phone\n${rows}`
    vi.restoreAllMocks()
    const { entries } = await pastedTexts(text, 'ZA')
    expect(entries).toEqual(text.match(/082\d{7}/g))
  },
)

test('a row of another width far down in a table is read like any line', async () => {
  vi.restoreAllMocks()
  const rows = repeated(place => `27211230000;${number(place)}\n`)
  const { entries, skipped } = await pastedTexts(`Tracking number;Phone\n${rows}0834567890\n`, 'ZA')
  expect(entries).toEqual([...(rows.match(/082\d{7}/g) ?? []), '0834567890'])
  expect(skipped.length).toBe(entries.length - 1)
})

test('a table may have rows of thousands of characters', async () => {
  vi.restoreAllMocks()
  const about = 'called twice and hung up '.repeat(200)
  const rows = Array.from({ length: 150 }, (_, place) => `27211230000;"${about}";${number(place)}`)
  const { entries } = await pastedTexts(`Tracking number;${about};Phone\n${rows.join('\n')}`, 'ZA')
  expect(entries).toEqual(rows.map((_, place) => number(place)))
})

test('a row with a line break that is no row of the table joins no digits', async () => {
  vi.restoreAllMocks()
  const { entries } = await pastedTexts(
    `Name;Phone\n${repeated(place => `Doe;${number(place)}\n`)}"082 123\n0001";x;y\n`,
    'ZA',
  )
  expect(entries).not.toContain('082 123\n0001')
})

test('no range in a long line is torn apart', async () => {
  vi.restoreAllMocks()
  const ranges = repeated(place => `${number(2 * place)}-${number(2 * place + 1)}, `, 20_000)
  const { entries } = await pastedTexts(ranges, 'ZA')
  expect(entries).toEqual(ranges.split(', ').filter(Boolean))
})
