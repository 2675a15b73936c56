import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pastedEntries } from './pasted-entries.ts'

const NUMBERS = ['27 82 123 0001', '+27 82 123 0002', '0821230003']

describe('pastedEntries', () => {
  it.each([
    ['lines', NUMBERS.join('\n')],
    ['lines of Windows, with empty ones', `\r\n${NUMBERS.join('\r\n\r\n')}\r\n`],
    ['commas', NUMBERS.join(', ')],
    ['semicolons', NUMBERS.join(';')],
    ['a row of a spreadsheet', NUMBERS.join('\t')],
    ['a column in quotes', NUMBERS.map(number => `"${number}"`).join('\n')],
    ['lines that end in commas', NUMBERS.map(number => `${number},`).join('\n')],
  ])('takes %s', async (_what, text) => {
    expect(await pastedEntries(text)).toEqual({ entries: NUMBERS, about: null })
  })

  it('leaves a heading out, and says so', async () => {
    expect(await pastedEntries(`Phone\n${NUMBERS.join('\n')}`)).toEqual({
      entries: NUMBERS,
      about: 'The heading “Phone” is left out.',
    })
  })

  it('takes the phone numbers of a table, and says which column they stand in', async () => {
    const table = ['Name;Account;Mobile', ...NUMBERS.map((n, i) => `"Doe; J";10000${i};${n}`)]
    expect(await pastedEntries(`\ufeff${table.join('\r\n')}`)).toEqual({
      entries: NUMBERS,
      about: 'Taken from the column “Mobile”; the other 2 columns are left out.',
    })
  })

  it('finds them in a table without a heading', async () => {
    expect(await pastedEntries(NUMBERS.map(number => `${number}\tAcme Cars`).join('\n'))).toEqual({
      entries: NUMBERS,
      about: 'Taken from the column number 1; the other column is left out.',
    })
  })

  it('takes what this list itself exports', async () => {
    const text =
      'entity_context_name,entity_name,entity_reference,phone_number\r\ncompany,Acme,27000000001,tel:+27821230001\r\n'
    expect((await pastedEntries(text)).entries).toEqual(['tel:+27821230001'])
  })

  it('keeps words where there are no numbers, to be told that they are none', async () => {
    expect((await pastedEntries('nobody\nno one')).entries).toEqual(['nobody', 'no one'])
    expect((await pastedEntries('27821230001\nnobody')).entries).toEqual(['27821230001', 'nobody'])
    expect((await pastedEntries(' \n ')).entries).toEqual([])
  })

  it('drops no number', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^\+?[1-9]\d{6,14}$/), { minLength: 1 }),
        fc.constantFrom('\n', '\r\n', ',', '; ', '\t', '|'),
        async (all, by) => {
          expect((await pastedEntries(all.join(by))).entries).toEqual(all)
        },
      ),
    )
  })
})
