import { readFileSync } from 'node:fs'
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { checkEntries, numbersToSend } from '../validate-entries.ts'
import { pastedEntries } from './pasted-entries.ts'

/**
 * Texts that people paste, with the numbers that they want to block. Somebody who had not seen the
 * code wrote those that are held out. Don't read them to change the code.
 */
const Paste = z.object({
  name: z.string(),
  defaultCountry: z.custom<CountryCode>(
    code => typeof code === 'string' && isSupportedCountry(code),
  ),
  text: z.string(),
  numbers: z.array(z.string()),
  heldOut: z.boolean(),
})

const PASTES = z
  .array(Paste)
  .parse(JSON.parse(readFileSync(new URL('./pastes.corpus.json', import.meta.url), 'utf8')))

const MISREAD = [
  // No heading above a column says that these numbers are the account's own.
  'transposed sheet, headings in the first column',
  // Headings are understood only in English and Afrikaans.
  'FRITZ!Box call list with own number column',
  // Digits alone can be of this country or begin with another's code: a person is asked.
  'Mexican sentence with RFC and CLABE',
  'Brazilian CSV with cpf column',
  // Headings, too.
  'Japanese CSV with caller and called columns',
]
const RIGHT_OF_HELD_OUT = 67

describe('the corpus of pastes', () => {
  it('is large, and a quarter of it is held out', () => {
    expect(PASTES.length).toBeGreaterThanOrEqual(200)
    expect(PASTES.filter(({ heldOut }) => heldOut).length).toBeGreaterThanOrEqual(PASTES.length / 4)
    const shapes = PASTES.map(({ text }) => text.replace(/\p{Nd}/gu, '0'))
    expect(new Set(shapes).size).toBe(PASTES.length)
  })

  it('is parsed as expected', async () => {
    const misread = await misreadOf(PASTES.filter(({ heldOut }) => !heldOut))
    expect(misread).toEqual(MISREAD)
  })

  it(`is read as it is meant in ${RIGHT_OF_HELD_OUT} or more of those that were held out`, async () => {
    const heldOut = PASTES.filter(({ heldOut }) => heldOut)
    const misread = await misreadOf(heldOut)
    expect(heldOut.length - misread.length).toBeGreaterThanOrEqual(RIGHT_OF_HELD_OUT)
  })
})

/** The names of those of which other numbers are sent than those that are meant. */
async function misreadOf(pastes: z.infer<typeof Paste>[]): Promise<string[]> {
  const misread: string[] = []
  for (const { name, defaultCountry, text, numbers } of pastes) {
    const { entries } = await pastedEntries(text, defaultCountry)
    const nothing = { entity: new Set<string>(), partner: new Set<string>() }
    const sent = numbersToSend(
      checkEntries(
        entries.map((entry, id) => ({ ...entry, id })),
        nothing,
        new Map(),
      ),
    )
    if (sent.toSorted().join() !== numbers.toSorted().join()) misread.push(name)
  }
  return misread
}
