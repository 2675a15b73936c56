import { expect, test, vi } from 'vitest'
import { callFields, safeLink } from './call-fields.ts'

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

test.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  'file:///etc/passwd',
  'recordings/7.mp3',
  'https://user:secret@recordings.example/7.mp3',
  'https://:secret@recordings.example/7.mp3',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:msgbox(1)',
  'blob:https://recordings.example/1',
  '//recordings.example/7.mp3',
  '',
])('does not link to %s', url => {
  expect(safeLink(url)).toBeNull()
})

test('links to a recording', () => {
  expect(safeLink('https://recordings.example/7.mp3')).toBe('https://recordings.example/7.mp3')
})

test('does not link to Redial’s own host, where its cookie would be sent along', () => {
  vi.stubGlobal('location', { hostname: 'redial.example' })
  expect(safeLink('https://redial.example:8443/7.mp3')).toBeNull()
  expect(safeLink('https://REDIAL.example/7.mp3')).toBeNull()
  expect(safeLink('https://recordings.redial.example/7.mp3')).not.toBeNull()
  vi.unstubAllGlobals()
})
