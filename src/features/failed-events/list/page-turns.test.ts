import { expect, test } from 'vitest'
import {
  FIRST_PAGE,
  type NextPage,
  NOWHERE,
  numbered,
  type PagePlace,
} from '../../../../contract/pages/page-place.ts'
import type { EventPage } from '../failed-events-query.ts'
import { pageTurns } from './event-list.tsx'

const range = { from: '2026-11-21', to: '2026-11-21', size: 20 }

function pageAt(place: PagePlace, next: NextPage, previous: PagePlace | null): EventPage {
  const isFirst = previous === null
  const request = { ...range, ...place }
  return {
    count: 257,
    next,
    previous,
    isFirst,
    missing_columns: [],
    states: { version: '', results: [], replays: [] },
    results: [],
    request,
    text: '',
    rows: [],
  }
}

const turned = (page: number): PagePlace => ({ page, cursor: `offset=${page * 20}` })
const SECOND = pageAt(numbered(2), numbered(3), numbered(1))
const SECOND_BY_LINK = pageAt(turned(2), turned(3), FIRST_PAGE)

test('follow the links of the page', () => {
  expect(pageTurns(numbered(2), SECOND, false)).toEqual({
    page: 2,
    next: numbered(3),
    previous: FIRST_PAGE,
  })
  expect(pageTurns(turned(2), SECOND_BY_LINK, false)).toEqual({
    page: 2,
    next: turned(3),
    previous: FIRST_PAGE,
  })
})

test('stop at a link that leads nowhere', () => {
  const lost = pageAt(turned(2), NOWHERE, FIRST_PAGE)
  expect(pageTurns(turned(2), lost, false)).toEqual({ page: 2, next: null, previous: FIRST_PAGE })
})

test('skip a loading page by its number', () => {
  expect(pageTurns(numbered(3), SECOND, true)).toEqual({
    page: 3,
    next: numbered(4),
    previous: numbered(2),
  })
  expect(pageTurns(numbered(1), SECOND, true)).toEqual({
    page: 1,
    next: numbered(2),
    previous: null,
  })
})

test('start from the visible page if the one in the URL could not be loaded', () => {
  expect(pageTurns(numbered(3), SECOND, false)).toMatchObject({ page: 2, next: numbered(3) })
})

test('wait for a page whose next page needs a link', () => {
  const none = { next: null, previous: null }
  expect(pageTurns(turned(3), SECOND_BY_LINK, true)).toEqual({ page: 3, ...none })
  expect(pageTurns(numbered(1), SECOND_BY_LINK, true)).toEqual({ page: 1, ...none })
})
