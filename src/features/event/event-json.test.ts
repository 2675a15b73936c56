import { expect, test } from 'vitest'
import { payloadText } from '../../../contract/text/payload-text.ts'
import { attemptText, eventText, fieldsText } from './event-json.ts'

const PAYLOAD = '{"call_id": 9007199254740993, "price": 1.10, "name":"M\\u00fcller"}'
const ITEM = `{"id":7, "request_json": ${PAYLOAD}, "score": 2.50, "note":null}`

test.each([`{"count":2,"results":[{"id":6}, ${ITEM}]}`, `[{"id":6}, ${ITEM}]`])(
  'the payload is what the service sent, to the last digit',
  page => {
    expect(payloadText(eventText(page, 1))).toBe(PAYLOAD)
  },
)

test('an event without request_json is the payload', () => {
  expect(payloadText(eventText(`[${PAYLOAD}]`, 0))).toBe(PAYLOAD)
})

test('other fields are exact', () => {
  expect(fieldsText(ITEM, ['score', 'note'])).toBe('{"score": 2.50, "note": null}')
})

test.each([
  ['a list', '[{"status": 500}, {"status": 501.0}]'],
  ['an object of them', '{"first": {"status": 500}, "retry": {"status": 501.0}}'],
])('an attempt of %s is as it was sent', (_what, attempts) => {
  expect(attemptText(`{"log": {"tries": ${attempts}}}`, ['log', 'tries'], 1)).toBe(
    '{"status": 501.0}',
  )
})

test('one attempt alone is as it was sent', () => {
  expect(attemptText('{"attempts": {"status": 500, "note": {}}}', ['attempts'], 0)).toBe(
    '{"status": 500, "note": {}}',
  )
})

const ITEMS = [
  '{"id":1, "request_json": {"call_id": 9007199254740993, "x": 1.10}}',
  '{"call_id":2.0}',
]

test.each([
  `{"count":2, "next":null, "results": [ ${ITEMS.join(' , ')} ]}`,
  `[${ITEMS.join(',')}]`,
])('events keep their exact JSON: %s', page => {
  const texts = ITEMS.map((_, index) => eventText(page, index))
  expect(texts).toEqual(ITEMS)
  expect(texts.map(text => payloadText(text))).toEqual([
    '{"call_id": 9007199254740993, "x": 1.10}',
    '{"call_id":2.0}',
  ])
})
