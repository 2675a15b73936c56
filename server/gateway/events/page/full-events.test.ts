import { expect, test } from 'vitest'
import { FullEvents } from '../../../../contract/event-page.ts'
import { gatewayAndUpstream, TOKEN } from '../../../testing/gateway-and-upstream.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { JSON_BODY } from '../../../testing/test-gateway.ts'

const both = gatewayAndUpstream({ database: await openTestDatabase() })

const DAY = { list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' }
/** An event as the first page lists it. */
const onFirstPage = (id: string) => ({ id, page: 1, page_size: 100 })

const item = (id: number, cost = '1.10') => `{"id": ${id}, "request_json": {"cost": ${cost}}}`

/** Makes the service list these items, in pages of two. */
function lists(...items: string[]) {
  both.upstream.behave(({ query }, response) => {
    const page = Number(query.get('page') ?? 1)
    const isLast = page * 2 >= items.length
    const part = items.slice((page - 1) * 2, page * 2)
    const next = isLast ? null : `"?page=${page + 1}"`
    const count = items.length
    answer(response, 200, `{"count":${count},"next":${next},"previous":null,"results":[${part}]}`)
  })
}

function ask(...events: object[]) {
  return fetch(both.url('/gateway/events/full'), {
    method: 'POST',
    headers: { authorization: `Token ${TOKEN}`, ...JSON_BODY },
    body: JSON.stringify({ ...DAY, events }),
  })
}

async function fullEvents(...events: object[]) {
  const response = await ask(...events)
  expect(response.status).toBe(200)
  return FullEvents.parse(await response.json()).results
}

test('events have their exact JSON', async () => {
  lists(item(9), item(8), item(7))
  const results = await fullEvents(onFirstPage('9'))
  expect(results).toMatchObject([{ event: { id: '9' }, text: item(9) }])
})

test('an event is found on a later page than the one that listed it', async () => {
  lists(item(9), item(8), item(7), item(6), item(5))
  const results = await fullEvents(onFirstPage('5'))
  expect(results).toMatchObject([{ text: item(5) }])
})

test('an event that the service no longer lists is left out', async () => {
  lists(item(9), item(8))
  expect(await fullEvents(onFirstPage('7'))).toEqual([])
})

test('all events with an id are found on their page', async () => {
  lists(item(9, '1'), item(9, '2'), item(7))
  const results = await fullEvents(onFirstPage('9'))
  expect(results.map(({ text }) => text)).toEqual([item(9, '1'), item(9, '2')])
})

test('a refusal of the service has its status', async () => {
  both.upstream.behave((_, response) => answer(response, 403, { detail: 'Not any more.' }))
  expect((await ask(onFirstPage('9'))).status).toBe(403)
})
