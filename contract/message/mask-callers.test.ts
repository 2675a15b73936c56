import { describe, expect, test } from 'vitest'
import { callFields } from '../event/call-fields.ts'
import { readEvent } from '../fields/read-event.ts'
import { recognizeFields } from '../fields/recognize-fields.ts'
import { ALL_SHAPES } from '../fields/testing/all-shapes.ts'
import { maskCaller, maskCallers } from './mask-callers.ts'

const CALLER = '27825550189'

test.each([
  '27825550189',
  '+27 82 555 0189',
  '0027825550189',
  '00 27 82 555 01 89',
  '+27 (0)82 555-0189',
  '082 555 0189',
  '(082) 555.0189',
  '82-555-0189',
  '555 0189',
])('the number written as %s is masked in free text', number => {
  const text = `2026-11-21: ${number} asked, 3 cars`
  const masked = maskCaller(text, CALLER)
  expect(masked).toHaveLength(text.length)
  expect(masked).toMatch(/^2026-11-21: .* asked, 3 cars$/)
  expect(masked.slice(11, -14)).toMatch(/^[^1-9]*(27[^1-9]*)?$/)
})

test('a caller whose country code is unknown is masked with it', () => {
  expect(maskCaller('call from +27825550189', '0825550189')).toBe('call from +00000000000')
})

test.each([
  ['27105550142', CALLER],
  ['278255501890', CALLER],
  ['call 1234 of 27825550189', '1234'],
  ['27825550189', 'anonymous'],
  ['27825550189', null],
])('%s stays as it is if the caller is %s', (text, caller) => {
  expect(maskCaller(text, caller)).toBe(text)
})

test.each([31, 20_000, 100_000])('a hostile caller of %i digits is masked', digits => {
  const caller = '1234567890'.repeat(digits / 10 + 1).slice(0, digits)
  const text = (number: string) => `Call of ${number} to 27105550142.`
  expect(maskCaller(text(caller), caller)).toBe(text('0'.repeat(digits)))
})

describe('in payloads', () => {
  test.each([
    'from',
    'ani',
    'cli',
    'Anrufer',
    'llamante',
    'callerIdNum',
    'msisdn',
    'customer_phone',
  ])('a number in %s is masked even if the caller is unknown', name => {
    expect(maskCallers({ [name]: '+27 82 555 0189' }, null)).toEqual({
      [name]: '+00 00 000 0000',
    })
  })

  test('the caller is masked in every field, in names of fields and in numbers', () => {
    const payload = {
      a: 27825550189,
      list: [{ note: '082 555 0189' }],
      '+27825550189': { calls: 2 },
      call_id: '27825550189-17.mp3',
    }
    expect(maskCallers(payload, CALLER)).toEqual({
      a: 0,
      list: [{ note: '000 000 0000' }],
      '+00000000000': { calls: 2 },
      call_id: '00000000000-17.mp3',
    })
  })

  test('texts are hidden, except ids, kinds, statuses and times', () => {
    const payload = {
      event: 'call_termination',
      call_id: 'a7e0-17',
      status: 'no-answer',
      call_start_stamp: '2026-11-21T08:17:21+02:00',
      ended: '21/11/2026 08:19',
      call_duration: 35,
      answered: true,
      company: { name: 'Acme', reference: 'acme-cars' },
    }
    const texts = {
      status_text: 'Sinéad did not answer',
      company: { name: '…', reference: 'acme-cars' },
      customer_id: 'sinead@example.com',
      contact: { name: "Sinéad O'Connell", reference: 'sinead-7' },
      recording_url: 'https://recordings.example.com/a7e0.mp3',
      summary: '2026-11-21: wants a test drive',
      bemerkung: ['Order 12345678, call back'],
      raw: '{"remote":"27825550189"}',
    }
    expect(maskCallers({ ...payload, ...texts }, CALLER)).toEqual({
      ...payload,
      ...{ status_text: '…', company: { name: '…', reference: 'acme-cars' }, customer_id: '…' },
      contact: { name: '…', reference: '…' },
      recording_url: 'https://example.com/',
      ...{ summary: '…', bemerkung: ['…'], raw: '…' },
    })
  })

  test('in a field with an unknown name, only what can be a phone number is masked', () => {
    const payload = { betrag: '12345678,50', am: '2026-11-21', id_x: 7654321 }
    expect(maskCallers({ ...payload, beller: 27825550189 }, null)).toEqual({
      ...payload,
      beller: 0,
    })
  })

  test('numbers in an object of a person are masked, other numbers are not', () => {
    const payload = {
      call_id: 1234567,
      caller_number: CALLER,
      contact: { id: 7654321, phones: ['+27 82 555 0190'] },
      tracking_number: '27105550142',
      from_date: '2026-11-21',
    }
    expect(maskCallers(payload, CALLER)).toEqual({
      ...payload,
      caller_number: '00000000000',
      contact: { id: 7654321, phones: ['+00 00 000 0000'] },
    })
  })
})

test.each(ALL_SHAPES)('no caller of $name is left', ({ items, range }) => {
  const map = recognizeFields(items, { zone: 'UTC', range })
  for (const item of items) {
    const { payload, call } = readEvent(item, { map, zone: 'UTC' })
    const caller = callFields(call).caller_number ?? null
    const text = JSON.stringify(maskCallers(payload, caller)).replaceAll(/[\s().-]/g, '')
    // The samples' callers are 2782555 and four digits.
    expect(text).not.toMatch(/82555\d{4}/)
  }
})
