import { expect, test } from 'vitest'
import { ListedRecord } from './listed-record.ts'

const RECORD = {
  id: 1,
  entity_context_name: 'company',
  entity: { reference: 'ACME', name: 'Acme' },
  blocked_phone_number_list: [{ phone_number: '27821230001' }, { phone_number: '27821230002' }],
}

test('a record as the interface shows it is read', () => {
  expect(ListedRecord.parse(RECORD)).toEqual(RECORD)
  expect(ListedRecord.parse({ ...RECORD, blocked_phone_number_list: [] })).toBeTruthy()
})

test.each([
  [undefined],
  [null],
  [{}],
  [['27821230001']],
  [[{ phone_number: 27821230001 }]],
  [[{ phone_number: '27821230001' }, {}]],
  [[{ phone_number: '27821230001' }, null]],
])('numbers that come as %j are refused', numbers => {
  const read = ListedRecord.safeParse({ ...RECORD, blocked_phone_number_list: numbers })
  expect(read.success).toBe(false)
})
