import { expect, test } from 'vitest'
import { FailedEvent } from '../../../contract/failed-event.ts'
import { payloadText } from '../../../contract/text/payload-text.ts'
import { keepTexts, textOf } from './event-texts.ts'

const ITEMS = [
  '{"id":1, "request_json": {"call_id": 9007199254740993, "x": 1.10}}',
  '{"call_id":2.0}',
]

test.each([
  `{"count":2, "next":null, "results": [ ${ITEMS.join(' , ')} ]}`,
  `[${ITEMS.join(',')}]`,
])('events keep the text they came in: %s', page => {
  const events = ITEMS.map(item => FailedEvent.parse(JSON.parse(item)))
  keepTexts(events, page)
  expect(events.map(textOf)).toEqual(ITEMS)
  expect(events.map(textOf).map(payloadText)).toEqual([
    '{"call_id": 9007199254740993, "x": 1.10}',
    '{"call_id":2.0}',
  ])
})
