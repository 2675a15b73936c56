import { expect, test } from 'vitest'
import { FailedEvent } from '../../../contract/failed-event.ts'
import { hasNext, stepFrom } from './event-steps.ts'
import type { EventPage } from './failed-events-query.ts'

const pageOf = (number: number, ids: number[], next: string | null): EventPage => ({
  count: 5,
  next,
  previous: number > 1 ? 'before' : null,
  results: ids.map(id => FailedEvent.parse({ id, request_json: {} })),
  asked: { from: '2026-11-21', to: '2026-11-21', page: number, size: 4 },
  text: '',
  rows: [],
})
const LAST = pageOf(2, [5], null)
const step = (page: EventPage, open: string, by: 1 | -1) =>
  stepFrom({ page, open, read: async () => LAST }, by)

test('goes past an id that is listed twice', async () => {
  const page = pageOf(1, [3, 3, 2], null)
  expect(await step(page, '3', 1)).toEqual({ page: 1, event: '2' })
  expect(await step(page, '2', -1)).toEqual({ page: 1, event: '3' })
})

test('goes to the next page from an id that is twice at the end of one', async () => {
  const page = pageOf(1, [6, 3, 3], 'next')
  expect(hasNext({ page, open: '3' })).toBe(true)
  expect(await step(page, '3', 1)).toEqual({ page: 2, event: '5' })
})

test('has nothing after an id that is twice at the end of the list', () => {
  expect(hasNext({ page: pageOf(1, [6, 3, 3], null), open: '3' })).toBe(false)
})
