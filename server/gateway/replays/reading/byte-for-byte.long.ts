// Long: large payloads are sent and compared byte for byte.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Replays, startReplays } from '../testing/start-replays.ts'

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

describe('a payload is sent byte for byte as the service returned it', () => {
  let replays: Replays
  let made = 0

  beforeAll(async () => {
    replays = await startReplays()
  })
  afterAll(() => replays.close())
  beforeEach(() => {
    const { upstream, receiver } = replays
    receiver.requests.length = 0
    upstream.items = PAYLOADS.map(
      payload =>
        ` {"id" : ${++made}, "request_json" :${payload} ,"callback_url":"${receiver.url}" } `,
    )
  })

  const bodies = () =>
    Object.fromEntries(
      replays.receiver.requests.map(({ headers, body }) => [String(headers['webhook-id']), body]),
    )
  const expected = () => {
    const first = made - PAYLOADS.length + 1
    return Object.fromEntries(PAYLOADS.map((payload, at) => [String(first + at), payload]))
  }

  test('in a run of all events', async () => {
    const { thandi } = replays
    const run = await thandi.prepare({ start: true })
    await thandi.settled(run.id)
    expect(bodies()).toEqual(expected())
  })

  test('in single replays', async () => {
    const { thandi } = replays
    for (const id of Object.keys(expected())) {
      const run = await thandi.prepare({ events: [{ id }], start: true })
      await thandi.settled(run.id)
    }
    expect(bodies()).toEqual(expected())
  })

  test('from a list without pages', async () => {
    const { upstream, thandi } = replays
    upstream.behave((_, response) => void response.end(`[${upstream.items.join(' , ')}]`))
    const run = await thandi.prepare({ start: true })
    await thandi.settled(run.id)
    upstream.behave(upstream.serve)
    expect(bodies()).toEqual(expected())
  })
})
