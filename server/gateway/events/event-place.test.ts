import { expect, test } from 'vitest'
import { EventPlace } from '../../../contract/events.ts'
import { copiedEventsOfFile } from './testing/copied-events.ts'
import { DELIVERED, EVENTS, HANDLED, RANGE } from './testing/events.ts'

const copied = await copiedEventsOfFile(EVENTS)

async function placeOf(event: string, query = ''): Promise<number | null> {
  const parameters = new URLSearchParams({ event, page_size: '1' })
  const answer = await copied.get(`/gateway/events/place?${RANGE}&${parameters}&${query}`)
  return EventPlace.parse(await answer.json()).page
}

/** The keys of the events in their order. */
async function keys(query = ''): Promise<string[]> {
  const text = await (await copied.get(`/gateway/events/rows?${RANGE}&${query}`)).text()
  return Array.from(text.matchAll(/"key":"([^"]+)"/g), ([, key]) => key ?? '')
}

test.each(['', 'sort=company', 'sort=-caller', 'sort=cause', 'state=missing', 'state=all&q=acme'])(
  'each event is on the page of its place with %j',
  async query => {
    await copied.setState('1042', DELIVERED)
    await copied.setState('c', HANDLED)
    const listed = await keys(query)
    expect(listed.length).toBeGreaterThan(1)
    const pages = await Promise.all(listed.map(key => placeOf(key, query)))
    expect(pages).toEqual(listed.map((_, index) => index + 1))
  },
)

test('an event that a filter leaves out is on no page', async () => {
  expect(await placeOf('f', 'status=404')).toBe(1)
  expect(await placeOf('b', 'status=404')).toBeNull()
})
