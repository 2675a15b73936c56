import { expect, test } from 'vitest'
import { FailedEvent } from '../../../contract/failed-event.ts'
import { eventKey } from './event-identity.ts'
import { knownEvents } from './identify-events.ts'

async function keysOf(...items: string[]): Promise<string[]> {
  const events = items.map(item => FailedEvent.parse(JSON.parse(item)))
  const texts = [`[${items}]`, `{"count": 2, "results": [ ${items.join(' , ')} ]}`]
  const [flat, paged] = await Promise.all(
    texts.map(async text => (await knownEvents(events, text)).map(eventKey)),
  )
  expect(flat).toEqual(paged)
  return flat ?? []
}

test('an event is identified by its id', async () => {
  expect(await keysOf('{"id":7,"request_json":{}}', '{"id":"a","request_json":{}}')).toEqual([
    '7',
    'a',
  ])
})

test('an event without an id is identified by its content, whatever else is on the page', async () => {
  const [id] = await keysOf('{"request_json":{"call_id":1}}')
  expect(id).toMatch(/^content-/)
  expect(await keysOf('{"id":7}', '{ "request_json" : {"call_id": 1}}')).toEqual(['7', id])
})

test.each(['', 'x'.repeat(501), 'a\\u0000', '\\ud800'])(
  'an event with an invalid id is identified by its content: %j',
  async id => {
    expect((await keysOf(`{"id":"${id}","request_json":{}}`))[0]).toMatch(/^content-/)
  },
)

test('events that share an id or a content are numbered in their order', async () => {
  expect(await keysOf('{"id":7,"request_json":{}}', '{"id":8}', '{"id":7}', '{"id":"7"}')).toEqual([
    '7',
    '8',
    '7~2',
    '7~3',
  ])
  const [first, second] = await keysOf('{"call_id":1}', '{"call_id": 1}')
  expect(second).toBe(`${first}~2`)
})
