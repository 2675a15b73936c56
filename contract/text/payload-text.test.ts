import { expect, test } from 'vitest'
import { payloadText } from './payload-text.ts'

test.each([
  ['the payload', '{"id": 1, "webhook": {}, "request_json": {"a": 1.0}}', '{"a": 1.0}'],
  ['a payload that is kept as text', '{"request_json": "{\\"a\\": 1.0}"}', '{"a": 1.0}'],
  [
    'an item without a payload',
    '{"call_id": 1.0, "webhook_id": 3}',
    '{"call_id": 1.0, "webhook_id": 3}',
  ],
  ['no description of a delivery', '{"id": 1, "webhook": {"payload": {"a": 1}}}', 'null'],
  [
    'the text that was sent by a webhook',
    '{"webhook_event": {"payload": "{\\"a\\": 1.0}"}}',
    '{"a": 1.0}',
  ],
])('a replay sends %s', (_what, event, sent) => {
  expect(payloadText(event)).toBe(sent)
})
