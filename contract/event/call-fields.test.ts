import { expect, test } from 'vitest'
import { callFields } from './call-fields.ts'

test('reads a company that comes as an object and one that comes as a name', () => {
  expect(callFields({ company: { name: 'Acme Cars', reference: 'ACME' } }).company?.name).toBe(
    'Acme Cars',
  )
  expect(callFields({ company: 'Acme Cars' }).company?.name).toBe('Acme Cars')
})

test.each(['', ' ', { name: '' }])('treats a company named %j as missing', company => {
  expect(callFields({ company }).company).toBeUndefined()
})

test.each([null, 'text', 7, [], [1, 2]])('survives a payload that is %j', payload => {
  expect(callFields(payload).company).toBeUndefined()
})

test('drops only a field of the wrong type', () => {
  const fields = callFields({ call_duration: 'long', caller_number: 27820000001 })
  expect(fields.call_duration).toBeUndefined()
  expect(fields.caller_number).toBe('27820000001')
})

test('parses formats that differ from the interface', () => {
  const fields = callFields({
    call_id: 12345678901234567890n,
    caller_number: '+27820000001',
    tracking_number: 27105550101,
    call_start_stamp: '2026-11-21 09:30:00+0200',
    call_end_stamp: 1795253400,
    call_duration: '35',
    company: { reference: 'ACME' },
    contact: { name: 7 },
  })
  expect(fields).toMatchObject({
    call_id: '12345678901234567890',
    caller_number: '27820000001',
    tracking_number: '27105550101',
    call_start_stamp: '2026-11-21T09:30:00+02:00',
    call_end_stamp: '2026-11-21T09:30:00.000Z',
    call_duration: 35,
    company: { name: 'ACME', reference: 'ACME' },
    contact: { name: '7' },
  })
})

test.each([
  [1, true],
  ['1', true],
  ['True', true],
  [0, false],
  ['false', false],
  [2, undefined],
  ['maybe', undefined],
  [[], undefined],
])('parses answered %j as %j', (answered, read) => {
  expect(callFields({ answered }).answered).toBe(read)
})
