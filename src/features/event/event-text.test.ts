import { expect, test } from 'vitest'
import { payloadText } from '../../../contract/text/payload-text.ts'
import { attemptText, eventText, fieldsText } from './event-text.ts'

const PAYLOAD = '{"call_id": 9007199254740993, "price": 1.10, "name":"M\\u00fcller"}'
const ITEM = `{"id":7, "request_json": ${PAYLOAD}, "score": 2.50, "note":null}`

test.each([`{"count":2,"results":[{"id":6}, ${ITEM}]}`, `[{"id":6}, ${ITEM}]`])(
  'the payload is what the service sent, to the last digit',
  page => {
    expect(payloadText(eventText(page, 1))).toBe(PAYLOAD)
  },
)

test('an event without request_json is the payload itself', () => {
  expect(payloadText(eventText(`[${PAYLOAD}]`, 0))).toBe(PAYLOAD)
})

test('other fields are as they were sent, too', () => {
  expect(fieldsText(ITEM, ['score', 'note'])).toBe('{"score": 2.50, "note": null}')
})

test.each([
  ['a list', '[{"status": 500}, {"status": 501.0}]'],
  ['an object of them', '{"first": {"status": 500}, "retry": {"status": 501.0}}'],
])('an attempt of %s is as it was sent', (_what, attempts) => {
  expect(attemptText(`{"attempts": ${attempts}}`, 1)).toBe('{"status": 501.0}')
})

test('one attempt alone is as it was sent', () => {
  expect(attemptText('{"attempts": {"status": 500, "note": {}}}', 0)).toBe(
    '{"status": 500, "note": {}}',
  )
})
