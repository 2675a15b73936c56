// Long: each test runs replays from lists of many pages.
import { describe, expect, test } from 'vitest'
import { STANDARD } from '../../../../contract/fields/read-event.ts'
import { FIRST_PAGE, type PageRequest } from '../../../../contract/pages/page-place.ts'
import { drfPage, PAGINATORS, type Paginator } from '../../../../contract/testing/drf-pages.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { RANGE } from '../testing/replay-client.ts'
import { replaysOfFile } from '../testing/start-replays.ts'
import { pathOfPage, readListPage } from './list-page.ts'
import { pagesFrom } from './pages-from.ts'

const { upstream, receiver, thandi, sent } = await replaysOfFile()

let made = 0

/** Events that no earlier test had, newest first; groups of three failed at the same moment. */
function failures(count: number) {
  made += count
  return Array.from({ length: count }, (_, place) => ({
    id: made - place,
    position: String(Math.floor((made - place) / 3)).padStart(6, '0'),
    callback_url: receiver.url,
    request_json: { call_id: made - place },
  }))
}
type Failure = ReturnType<typeof failures>[number]

/** From now on the service lists these in pages of 20, whatever size is requested. */
function list(paginator: Paginator, items: Failure[]) {
  upstream.requests.length = 0
  upstream.behave(({ url = '' }, response) => {
    const { status, body } = drfPage(paginator, url, { items })
    answer(response, status, body)
  })
}

const idsOf = (items: Failure[]) => items.map(({ id }) => String(id))

/** Each event as the dashboard names it, with the page that lists it. */
async function listed(size = 20): Promise<({ id: string; page_size: number } & PageRequest)[]> {
  const named: ({ id: string; page_size: number } & PageRequest)[] = []
  let at: PageRequest = FIRST_PAGE
  const pages = pagesFrom(FIRST_PAGE, async place => {
    at = place
    const path = pathOfPage(RANGE, place, size)
    const response = await fetch(`${upstream.url}${path}`)
    const text = await response.text()
    const { status } = response
    return readListPage(
      { status, body: Buffer.from(text), retryAfter: null, location: null, done() {} },
      place,
      STANDARD,
    )
  })
  for await (const { events } of pages) {
    named.push(...events.map(({ id }) => ({ id, page_size: size, ...at })))
  }
  return named
}

describe.each(PAGINATORS)('with pages by %s', paginator => {
  test('a run of all replays each of 257 events once', async () => {
    const items = failures(257)
    list(paginator, items)
    const run = await thandi.prepare({ start: true })
    expect((await thandi.settled(run.id)).counts).toMatchObject({ delivered: 257, skipped: 0 })
    expect(await thandi.eventIds(run.id)).toEqual(idsOf(items))
    expect(sent().toSorted()).toEqual(idsOf(items).toSorted())
  })

  test('events that were selected on all pages are found, and each page is read once', async () => {
    const items = failures(257)
    list(paginator, items)
    const events = await listed()
    expect(events.map(({ id }) => id)).toEqual(idsOf(items))
    upstream.requests.length = 0
    const run = await thandi.prepare({ events })
    expect(run.counts).toMatchObject({ prepared: 257, skipped: 0 })
    expect(upstream.requests.length).toBeLessThanOrEqual(26)
  })

  test('one event is found on its page with one request, and without its page too', async () => {
    const items = failures(257)
    list(paginator, items)
    const last = (await listed()).at(-1)
    upstream.requests.length = 0
    const found = await thandi.prepare({ events: [last], start: true })
    expect(found.counts).toMatchObject({ skipped: 0 })
    expect(upstream.requests).toHaveLength(1)
    await thandi.settled(found.id)
    expect(sent()).toEqual([last?.id])

    // An expired cursor is a 404.
    const out = { page: 9, cursor: 'cursor=none&offset=900' }
    for (const place of [{ page: 1 }, { page: 7 }, { page: 40 }, out]) {
      const { counts } = await thandi.prepare({ events: [{ id: last?.id, ...place }] })
      expect(counts).toMatchObject({ prepared: 1, skipped: 0 })
    }
    const { counts } = await thandi.prepare({ events: [{ id: 'gone', page: 7 }] })
    expect(counts).toMatchObject({ skipped: 1 })
  })
})

test('a list with cursors that grows while it is read returns each event once, including the new ones', async () => {
  let items = failures(257)
  let requests = 0
  upstream.behave(({ url = '' }, response) => {
    const { status, body } = drfPage('cursor', url, { items })
    answer(response, status, body)
    if (requests++ < 5) items = [...failures(12), ...items]
  })
  const run = await thandi.prepare()
  const ids = await thandi.eventIds(run.id)
  expect(ids.toSorted()).toEqual(idsOf(items).toSorted())
})

/** A page with one event, by its cursor. */
type Link = (cursor: string | null) => { next: string | null; id: number }

const LOOPS: [string, Link][] = [
  ['the page itself', cursor => ({ id: Number(cursor), next: `?cursor=${cursor ?? 1}` })],
  [
    'a page before it',
    cursor => ({ id: Number(cursor), next: `?cursor=${cursor === '1' ? 2 : 1}` }),
  ],
  ['the first page', cursor => ({ id: Number(cursor), next: cursor ? '?page=1' : '?cursor=1' })],
  ['nothing', () => ({ id: 1, next: '/v1/call_events_fail/' })],
  ['other days', () => ({ id: 1, next: '?from_date=2020-01-01&to_date=2030-01-01' })],
  ['the same events for ever', cursor => ({ id: 1, next: `?cursor=${Number(cursor) + 1}` })],
]

test.each(LOOPS)('a run of a list whose link leads to %s breaks and says why', async (_, link) => {
  upstream.requests.length = 0
  upstream.behave(({ query }, response) => {
    const { id, next } = link(query.get('cursor'))
    answer(response, 200, { next, previous: null, results: [{ id, request_json: { id } }] })
  })
  for (const events of ['all', [{ id: 'gone' }, { id: 'gone too' }]]) {
    expect(await thandi.prepare({ events, start: true })).toMatchObject({
      state: 'broken',
      problem: expect.stringMatching(/leads to nothing new.* Nothing was sent\./),
    })
  }
  const one = await thandi.post('replays', { ...RANGE, events: [{ id: 'gone' }], start: true })
  expect(one).toMatchObject({
    status: 502,
    body: { detail: expect.stringContaining('leads to nothing new') },
  })
  expect(upstream.requests.length).toBeLessThan(80)
  expect(receiver.requests).toEqual([])
})

test.each(['cursor=cD0y&from_date=2020-01-01', '', `cursor=${'x'.repeat(2_000)}`])(
  'a cursor that no link contains is a 400: %s',
  async cursor => {
    const body = { ...RANGE, events: [{ id: '1', page: 2, cursor }] }
    expect(await thandi.post('replays', body)).toMatchObject({ status: 400 })
  },
)
