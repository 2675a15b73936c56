import { expect, test } from 'vitest'
import { shownEvent } from '../../../contract/event/shown-event.ts'
import { readEvent, STANDARD } from '../../../contract/fields/read-event.ts'
import {
  FIRST_PAGE,
  type NextPage,
  NOWHERE,
  numbered,
  type PagePlace,
} from '../../../contract/pages/page-place.ts'
import { checkLaterPage } from './check-later-page.ts'

const turned = (page: number, cursor = page): PagePlace => ({ page, cursor: `cursor=${cursor}` })

function pageOf(
  ids: number[],
  request: PagePlace,
  { next = null as NextPage, isFirst = false, count = null as number | null } = {},
) {
  const results = ids.map(id => shownEvent(readEvent({ request_json: {} }, STANDARD), String(id)))
  return { count, next, previous: null, isFirst, results, request }
}
type Found = ReturnType<typeof pageOf>

/** The result of the check, and whether it loaded the first page. */
async function check(
  found: Found,
  { first = pageOf([9], FIRST_PAGE), known = [] as Found[] } = {},
) {
  let wasRead = false
  const readFirst = async () => {
    wasRead = true
    return first
  }
  const read = known.map((page): [string, Found] => ['its key', page])
  return { checked: await checkLaterPage(found, { readFirst, loaded: read }), wasRead }
}

const GONE = expect.objectContaining({ kind: 'not-found' })

test('a page that was reached through links is not checked', async () => {
  const found = pageOf([1, 2], turned(3), { next: turned(4) })
  expect(await check(found)).toEqual({ checked: found, wasRead: false })
})

test('a numbered page does not exist if its link has no number', async () => {
  const found = pageOf([9], numbered(2), { next: turned(3), isFirst: true })
  await expect(check(found)).rejects.toEqual(GONE)
})

test('a last page with all events is the first page again, unless that one links to numbered pages', async () => {
  const found = pageOf([9], numbered(2), { isFirst: true })
  await expect(check(found)).rejects.toEqual(GONE)
  const first = pageOf([10], FIRST_PAGE, { next: numbered(2) })
  expect(await check(found, { first })).toEqual({ checked: found, wasRead: true })
  const counted = { ...found, count: 2 }
  expect(await check(counted)).toEqual({ checked: counted, wasRead: false })
})

test('a page without a previous page does not exist if it has the rows of the first one', async () => {
  const found = pageOf([9], turned(3), { isFirst: true })
  await expect(check(found)).rejects.toEqual(GONE)
  const first = pageOf([10, 9], FIRST_PAGE)
  expect((await check(found, { first })).checked).toBe(found)
})

test('a link from the first page to itself is an error', async () => {
  const found = pageOf([9], turned(2), { isFirst: true })
  const first = pageOf([9], FIRST_PAGE, { next: turned(2) })
  await expect(check(found, { first })).rejects.toThrow('leads back to the first one')
})

test('circular links do not lead to a page that was shown', async () => {
  const second = pageOf([2], turned(2), { next: turned(3) })
  const third = pageOf([3], turned(3), { next: turned(4) })
  const fourth = pageOf([4], turned(4), { next: turned(5, 2) })
  const { checked } = await check(fourth, { known: [second, third] })
  expect(checked).toEqual({ ...fourth, next: NOWHERE })
  // The page before it still leads to it.
  expect((await check(third, { known: [second, fourth] })).checked).toBe(third)
})

test('a page that was read under another number is not an earlier one', async () => {
  const third = pageOf([3], turned(3, 7), { next: turned(4, 9) })
  const known = pageOf([4], turned(3, 9), { next: turned(4, 11) })
  expect((await check(third, { known: [known] })).checked).toBe(third)
})
