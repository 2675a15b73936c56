import { expect, test } from 'vitest'
import { shownEvent } from '../../../../contract/event/shown-event.ts'
import { readEvent, STANDARD } from '../../../../contract/fields/read-event.ts'
import { type NextPage, NOWHERE, numbered } from '../../../../contract/pages/page-place.ts'
import type { ListPage } from '../../event/list/list-search.ts'
import type { EventPage } from '../failed-events-query.ts'
import { hasNext, stepFrom } from './event-steps.ts'

const pageOf = (number: number, ids: number[], next: NextPage): EventPage => ({
  count: 5,
  next,
  previous: number > 1 ? numbered(number - 1) : null,
  isFirst: number === 1,
  results: ids.map((id, place) => {
    const ordinal = ids.indexOf(id) === place ? undefined : place - ids.indexOf(id) + 1
    return { ...shownEvent(readEvent({ request_json: {} }, STANDARD), String(id)), ordinal }
  }),
  request: { from: '2026-11-21', to: '2026-11-21', page: number, size: 4 },
  text: '',
  fields: '',
  missing_columns: [],
  states: { version: '', results: [], replays: [] },
  rows: [],
})
const LAST = pageOf(2, [5], null)
const step = (page: EventPage, open: string, by: 1 | -1) =>
  stepFrom({ page, open, read: async () => LAST }, by)

test('goes to each event with the same id', async () => {
  const page = pageOf(1, [3, 3, 2], null)
  expect(await step(page, '3', 1)).toEqual({ ...numbered(1), event: '3~2' })
  expect(await step(page, '3~2', 1)).toEqual({ ...numbered(1), event: '2' })
  expect(await step(page, '2', -1)).toEqual({ ...numbered(1), event: '3~2' })
  expect(await step(page, '3~2', -1)).toEqual({ ...numbered(1), event: '3' })
})

test('goes to the next page from the last event, unless there is none', async () => {
  const page = pageOf(1, [6, 3, 3], numbered(2))
  expect(await step(page, '3~2', 1)).toEqual({ ...numbered(2), event: '5' })
  expect(hasNext({ page: pageOf(1, [6, 3, 3], null), open: '3~2' })).toBe(false)
})

test('follows the links of the page', async () => {
  const request: (string | undefined)[] = []
  const read = async ({ page, cursor, ...range }: ListPage) => {
    request.push(cursor)
    return { ...LAST, request: { ...range, page, cursor } }
  }
  const next = { page: 3, cursor: 'cursor=cD0y' }
  const page = { ...pageOf(2, [4], next), previous: { page: 1, cursor: undefined } }
  expect(await stepFrom({ page, open: '4', read }, 1)).toEqual({ ...next, event: '5' })
  expect(await stepFrom({ page, open: '4', read }, -1)).toEqual({ ...numbered(1), event: '5' })
  expect(request).toEqual(['cursor=cD0y', undefined])
})

test('ends at a link that leads nowhere', async () => {
  const page = pageOf(2, [4], NOWHERE)
  expect(hasNext({ page, open: '4' })).toBe(false)
  expect(await step(page, '4', 1)).toBeNull()
})
