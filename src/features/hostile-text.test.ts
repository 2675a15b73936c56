import { expect, test } from 'vitest'
import { failureCause, fillText, formatDeadline } from '../../contract/event/failure-cause.ts'
import { safeFileName } from '../ui/download/save-text.ts'
import { readPhoneEntry } from './blocklist/phone/phone-entry.ts'
import { pastedTexts } from './blocklist/phone-input/paste/testing/pasted-texts.ts'

/*
 * Texts of a service, of a paste or of an address that are long and nearly what an expression looks
 * for. Each is gone through once: tried from every place, they would take longer than any test may.
 */

const LONG = 1_000_000
const cause = (error: string) => failureCause({ status: null, error })
const pasted = async (text: string) => (await pastedTexts(text, 'ZA')).entries

test.each<[string, () => unknown, unknown]>([
  ['words of a cause', () => cause('certificate '.repeat(LONG)), 'no-secure-connection'],
  ['words of an address', () => cause("host='".repeat(LONG)), 'other'],
  ['a deadline of digits', () => formatDeadline('1'.repeat(LONG)), '10 seconds'],
  [
    'the day of a certificate',
    () => fillText('{start}', { status: null, error: 'is after '.repeat(LONG) }),
    'a later day',
  ],
  ['a name of dashes', () => safeFileName(`a${'-'.repeat(LONG)}b`, 'json'), 'a.json'],
  [
    'an entry with a gap',
    () => readPhoneEntry(`0${' '.repeat(LONG)}x`, 'ZA'),
    { kind: 'wrong', problem: 'Not a phone number.' },
  ],
  ['a paste of quotes', () => pasted(`0821230001${"'".repeat(LONG)}x`), ['0821230001']],
  ['a paste of letters', () => pasted(`0${'A'.repeat(LONG)}!`), []],
])('%s', async (_, read, expected) => {
  expect(await read()).toEqual(expected)
})

test('a table with quoted cells loses no number', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `"a ""b""",082123${1000 + at}`)
  const { entries } = await pastedTexts(`name,phone\n${rows.join('\n')}`, 'ZA')
  expect(entries).toHaveLength(5_000)
})
