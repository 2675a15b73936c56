import { expect, test } from 'vitest'
import { numbered, type PagePlace } from '../../../../contract/pages/page-place.ts'
import { readAllEvents, readNamedEvents } from './events-to-replay.ts'
import type { ListedEvent, ListPage } from './parse-list-page.ts'
import { BudgetSpent, RequestBudget } from './request-budget.ts'

const event = (id: string): ListedEvent => ({
  id,
  payload: '{}',
  callback_url: null,
  tracking_number: null,
  company: null,
  failed_at: null,
})

test('an endless list is requested a limited number of times, whatever its count says', async () => {
  const budget = new RequestBudget(50)
  let asked = 0
  const readPage = async () => {
    budget.spend()
    asked += 1
    return pageWith([event(String(asked))], 500_000, asked + 1)
  }
  const readAll = async () => {
    for await (const _part of readAllEvents(readPage, 100)) {
      // The content doesn't matter here.
    }
  }
  await expect(readAll()).rejects.toThrow(BudgetSpent)
  expect(asked).toBe(50)
})

type Answer = (page: number, pageSize: number) => ListPage | null

/** How often the service is asked for events with these ids, one on each page. */
async function requestsFor(ids: string[], answer: Answer): Promise<number> {
  const named = ids.map((id, index) => ({ id, page: index + 1, page_size: 100 }))
  const budget = RequestBudget.forRun(named)
  let requests = 0
  const readPage = async ({ page }: PagePlace, pageSize: number) => {
    budget.spend()
    requests += 1
    return answer(page, pageSize)
  }
  for await (const _part of readNamedEvents(readPage, named, 100, budget)) {
    // Only the requests matter here.
  }
  return requests
}

const INVENTED = Array.from({ length: 20_000 }, (_, index) => `invented-${index}`)

test.each<[string, Answer, number]>([
  ['answers 404 beyond its only page', page => (page === 1 ? pageWith([event('1')], 1) : null), 4],
  [
    'has 3 pages by its count and its links',
    page => (page <= 3 ? pageWith([event(String(page))], 3, page < 3 ? page + 1 : null) : null),
    10,
  ],
  ['repeats its last page for each number', () => pageWith([event('1')], null), 4],
  [
    'lists something else on each of a million pages',
    page => pageWith([event(`other-${page}`)], null, page + 1),
    500,
  ],
])('a service that %s is asked few times for 20,000 invented events', async (_, answer, most) => {
  expect(await requestsFor(INVENTED, answer)).toBeLessThanOrEqual(most)
})

test('an event is searched in the days where it was listed, and then in all days of the run', async () => {
  const days = { from_date: '2026-11-01', to_date: '2026-11-22' }
  const named = ['there', 'moved'].map(id => ({ id, page: 30, page_size: 100, days }))
  const requests: string[] = []
  const readPage: Parameters<typeof readNamedEvents>[0] = async ({ page }, _size, of) => {
    requests.push(`${of?.from_date ?? 'all'} ${page}`)
    return of ? pageWith([event('there')], null, null) : pageWith([event('moved')], 1)
  }
  const found: string[] = []
  for await (const { events } of readNamedEvents(readPage, named, 100, new RequestBudget(9))) {
    found.push(...events.map(({ id }) => id))
  }
  expect(found).toEqual(['there', 'moved'])
  expect(requests).toEqual(['2026-11-01 30', 'all 1'])
})

test('events on 2,000 pages of a service are all requested', async () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `event-${index + 1}`)
  const requests = await requestsFor(ids, page =>
    pageWith([event(`event-${page}`)], 2_000, page + 1),
  )
  expect(requests).toBe(2_000)
})

function pageWith(
  events: ListedEvent[],
  count: number | null,
  next: number | null = null,
): ListPage {
  return { count, next: next === null ? null : numbered(next), isFirstAgain: false, events }
}
