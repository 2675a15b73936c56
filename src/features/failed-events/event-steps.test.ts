import { expect, test } from 'vitest'
import { FailedEvent } from '../../../contract/failed-event.ts'
import { hasNext, stepFrom } from './event-steps.ts'
import type { EventPage } from './failed-events-query.ts'

const pageOf = (number: number, ids: number[], next: string | null): EventPage => ({
  count: 5,
  next,
  previous: number > 1 ? 'before' : null,
  results: ids.map((id, place) => {
    const twin = ids.indexOf(id) === place ? undefined : place - ids.indexOf(id) + 1
    return { ...FailedEvent.parse({ request_json: {} }), id: String(id), twin }
  }),
  asked: { from: '2026-11-21', to: '2026-11-21', page: number, size: 4 },
  text: '',
  rows: [],
})
const LAST = pageOf(2, [5], null)
const step = (page: EventPage, open: string, by: 1 | -1) =>
  stepFrom({ page, open, read: async () => LAST }, by)

test('goes to each of those that share an id', async () => {
  const page = pageOf(1, [3, 3, 2], null)
  expect(await step(page, '3', 1)).toEqual({ page: 1, event: '3~2' })
  expect(await step(page, '3~2', 1)).toEqual({ page: 1, event: '2' })
  expect(await step(page, '2', -1)).toEqual({ page: 1, event: '3~2' })
  expect(await step(page, '3~2', -1)).toEqual({ page: 1, event: '3' })
})

test('goes to the next page from the last of them, and not where there is none', async () => {
  const page = pageOf(1, [6, 3, 3], 'next')
  expect(await step(page, '3~2', 1)).toEqual({ page: 2, event: '5' })
  expect(hasNext({ page: pageOf(1, [6, 3, 3], null), open: '3~2' })).toBe(false)
})
