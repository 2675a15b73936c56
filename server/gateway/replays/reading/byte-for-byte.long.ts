// Long: large payloads are sent and compared byte for byte.
import { expect, test } from 'vitest'
import { replaysOfFile } from '../testing/start-replays.ts'

const { upstream, receiver, thandi } = await replaysOfFile()

/** Details that parsing and serialising would change. */
const PAYLOADS = [
  '{}',
  '{ "call_id" : 1 ,\t"a":\n  [ 1 , 2 ]  }',
  '{"call_id":9007199254740993,"cost":1e400,"low":-0,"rate":1.50,"wide":1E+2,"tiny":1e-999}',
  '{"call_id":123456789012345678901234567890}',
  '{"call_id":1,"call_id":2,"":0,"":1,"__proto__":{"a":1},"constructor":2}',
  '{"2":1,"1":2,"b":3,"a":4}',
  '{"raw":"Müller 🚗 \u2028\u202e","escaped":"M\\u00fcller \\ud83d\\ude97 \\u2028\\/\\u0041"}',
  '{"lone":"\\ud800","backwards":"\\ude97\\ud83d","nul":"\\u0000","quote":"\\"]}{[,"}',
  `{"deep":${'['.repeat(500)}${']'.repeat(500)}}`,
  `{"long":"${'x'.repeat(200_000)}"}`,
  '[ 1, {"a" : null} ]',
]

test('a payload is sent byte for byte as the service returned it', async () => {
  upstream.items = PAYLOADS.map(
    (payload, id) =>
      ` {"id" : ${id}, "request_json" :${payload} ,"callback_url":"${receiver.url}" } `,
  )
  const run = await thandi.prepare({ start: true })
  await thandi.settled(run.id)
  const bodies = receiver.requests.map(({ headers, body }) => [headers['webhook-id'], body])
  expect(Object.fromEntries(bodies)).toEqual({ ...PAYLOADS })
})
